import { useSearch } from '@tanstack/react-router';
import type { MemberRow } from '@yardage/contract/members';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy, useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { UserAccountsList } from './user-accounts-list.tsx';

const MemberDrawer = lazy(() =>
  import('#web/features/members/components/member-drawer.tsx').then(({ MemberDrawer }) => ({ default: MemberDrawer })),
);
const MemberDialog = lazy(() =>
  import('#web/features/members/components/member-dialog.tsx').then(({ MemberDialog }) => ({ default: MemberDialog })),
);
const DeleteMemberDialog = lazy(() =>
  import('#web/features/members/components/delete-member-dialog.tsx').then(({ DeleteMemberDialog }) => ({ default: DeleteMemberDialog })),
);

/** User Accounts: the list, and the drawer or dialog that the URL says is open (USR-01). */
export function UserAccountsPage() {
  const list = useListSearch(useSearch({ from: '/shell/user-accounts' }));
  const canManage = useHoldsAny([PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT]);
  const { member, edit, add } = list.search;
  // The delete confirmation is not in the URL, because nobody shares a link to it.
  const [doomed, setDoomed] = useState<MemberRow>();
  const target = !canManage ? undefined : add ? 'add' : edit;
  return (
    <>
      <UserAccountsList list={list} canManage={canManage} onDelete={setDoomed} />
      <MountOnceNeeded isNeeded={member !== undefined}>
        <MemberDrawer
          memberId={member}
          onClose={() => list.close({ member: undefined })}
          onEdit={({ id }) => list.open({ edit: id })}
          onDelete={setDoomed}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={target !== undefined}>
        <MemberDialog target={target} onClose={() => list.close({ edit: undefined, add: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={doomed !== undefined}>
        <DeleteMemberDialog
          member={doomed}
          onClose={() => setDoomed(undefined)}
          onDeleted={(id) => member === id && list.close({ member: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
