import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SupportList } from './support-list.tsx';

const SupportDrawer = lazy(() =>
  import('#web/features/support/components/support-drawer.tsx').then(({ SupportDrawer }) => ({ default: SupportDrawer })),
);
const SupportFormDialog = lazy(() =>
  import('#web/features/support/components/support-form-dialog.tsx').then(({ SupportFormDialog }) => ({ default: SupportFormDialog })),
);

/** Support: the list, and the drawer or form that the URL says is open (SUP-01, SUP-05). */
export function SupportPage() {
  const list = useListSearch(useSearch({ from: '/shell/support' }));
  const canRequest = useHoldsAny([PERMISSIONS.SUPPORT_REQUEST_SUPPORT]);
  const { request, new: isNew } = list.search;
  const isFormOpen = canRequest && isNew !== '';
  return (
    <>
      <SupportList list={list} canRequest={canRequest} />
      <MountOnceNeeded isNeeded={request !== undefined}>
        <SupportDrawer ticketId={request} onClose={() => list.close({ request: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isFormOpen}>
        <SupportFormDialog isOpen={isFormOpen} onClose={() => list.close({ new: '' })} />
      </MountOnceNeeded>
    </>
  );
}
