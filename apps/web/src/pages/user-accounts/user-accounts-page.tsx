import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MEMBER_TABS } from '@yardage/contract/lists';
import type { MemberRow } from '@yardage/contract/members';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { canChange } from '@yardage/domain/member-rules';
import { useMemo, useState } from 'react';
import { memberColumns, memberName } from '#web/features/members/components/member-columns.tsx';
import { type MemberListParams, membersQuery } from '#web/features/members/members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '#web/features/members/members.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { UserAccountsSearch } from './user-accounts-search.ts';

const MemberDrawer = lazyOpened(() =>
  import('#web/features/members/components/member-drawer.tsx').then(({ MemberDrawer }) => MemberDrawer),
);
const MemberDialog = lazyOpened(() =>
  import('#web/features/members/components/member-dialog.tsx').then(({ MemberDialog }) => MemberDialog),
);
const DeleteMemberDialog = lazyOpened(() =>
  import('#web/features/members/components/member-dialog.tsx').then(({ DeleteMemberDialog }) => DeleteMemberDialog),
);

/** User Accounts: the list, and the drawer or dialog that the URL says is open (USR-01). */
export function UserAccountsPage() {
  const list = useListSearch(useSearch({ from: '/shell/user-accounts' }));
  const canManage = useHoldsAny([PERMISSIONS.USER_ACCOUNTS_ADD_ACCOUNT]);
  const { member, edit, add } = list.search;
  // The delete confirmation is not in the URL, because nobody shares a link to it.
  const [asked, setToDelete] = useState<MemberRow>();
  const toDelete = canManage ? asked : undefined;
  const target = !canManage ? undefined : add ? 'add' : edit;
  return (
    <>
      <UserAccountsList list={list} canManage={canManage} onDelete={setToDelete} />
      <MountOnceNeeded isNeeded={member !== undefined}>
        <MemberDrawer
          memberId={member}
          onClose={() => list.close({ member: undefined })}
          onEdit={({ id }) => list.open({ edit: id })}
          onDelete={setToDelete}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={target !== undefined}>
        <MemberDialog target={target} onClose={() => list.close({ edit: undefined, add: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={toDelete !== undefined}>
        <DeleteMemberDialog
          member={toDelete}
          onClose={() => setToDelete(undefined)}
          onDeleted={(id) => member === id && list.close({ member: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}

const PANEL_ID = 'user-accounts-status';
const tabs = () => (Object.keys(MEMBER_TABS) as (keyof typeof MEMBER_TABS)[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));
const rowId = ({ id }: MemberRow): string => String(id);
const countText = (count: number): string => MESSAGES.count(count);

interface UserAccountsListProps {
  list: ReturnType<typeof useListSearch<UserAccountsSearch>>;
  canManage: boolean;
  onDelete: (member: MemberRow) => void;
}

/** The list of members and requests, with status tabs and search (USR-01, USR-02, USR-08). */
function UserAccountsList({ list, canManage, onDelete }: UserAccountsListProps) {
  const { search, filter, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const today = useToday();
  const request: MemberListParams = {
    ...list.request,
    StatusId: MEMBER_TABS[search.status],
  };
  const query = useQuery({ ...membersQuery(customer, request), placeholderData: keepPreviousData });
  const columns = useTexts(memberColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: MemberRow) => hrefOf({ member: id }), open: ({ id }: MemberRow) => open({ member: id }) }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<MemberRow>[]>(
    () =>
      canManage
        ? [
            {
              id: 'edit',
              icon: 'edit',
              isOffered: canChange,
              label: (row) => MESSAGES.edit(memberName(row)),
              run: ({ id }) => open({ edit: id }),
            },
            { id: 'delete', icon: 'trash', isOffered: canChange, label: (row) => MESSAGES.delete(memberName(row)), run: onDelete },
          ]
        : [],
    [canManage, open, onDelete],
  );
  return (
    <ListPage
      context={MESSAGES.context[search.status]}
      action={
        canManage ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open({ add: '1' })}>
            {MESSAGES.add}
          </Button>
        ) : null
      }
      filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
      {...list.filters}
      tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.status, onChange: (status) => filter({ status }) }}
    >
      <DataTable
        id="user-accounts"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={memberName}
        opener={opener}
        openRowId={search.member === undefined ? undefined : String(search.member)}
        actions={actions}
        csv={{
          fileName: `user-accounts-${today}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, membersQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        emptyText={MESSAGES.empty[search.status]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
