import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeskSupportRow } from '@yardage/contract/desk';
import { SUPPORT_TABS } from '@yardage/contract/lists';
import { Suspense, useMemo } from 'react';
import { deskSupportColumns } from '#web/features/desk/components/desk-support-columns.tsx';
import { DESK_SUPPORT_READS, deskSupportListQuery } from '#web/features/desk/desk.api.ts';
import { DESK_SUPPORT_MESSAGES as MESSAGES } from '#web/features/desk/desk.messages.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const DeskSupportDrawer = lazyOpened(() =>
  import('#web/features/desk/components/desk-support-drawer.tsx').then(({ DeskSupportDrawer }) => DeskSupportDrawer),
);
const LiveDesk = lazyBeside(() => import('#web/patterns/live-desk.tsx').then(({ LiveDesk }) => LiveDesk));
const PANEL_ID = 'desk-support-status';
const tabs = () =>
  (Object.keys(SUPPORT_TABS) as (keyof typeof SUPPORT_TABS)[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));
const rowId = ({ id }: DeskSupportRow): string => String(id);
const rowName = ({ id, title }: DeskSupportRow): string => `${id} ${title}`;
const countText = (count: number): string => MESSAGES.count(count);

/** Support at the desk: requests of all customers and the open request. */
export function DeskSupportPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/support' }));
  const { search, filter, open, hrefOf } = list;
  const tab: keyof typeof SUPPORT_TABS = search.status;
  const query = useQuery({ ...deskSupportListQuery({ ...list.request, status: SUPPORT_TABS[tab] }), placeholderData: keepPreviousData });
  const columns = useTexts(deskSupportColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: DeskSupportRow) => hrefOf({ request: id }), open: ({ id }: DeskSupportRow) => open({ request: id }) }),
    [hrefOf, open],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.status, onChange: (chosen) => filter({ status: chosen }) }}
      >
        <DataTable
          id="desk-support"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.request === undefined ? undefined : String(search.request)}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <Suspense>
        <LiveDesk area="support" reads={DESK_SUPPORT_READS} />
      </Suspense>
      <MountOnceNeeded isNeeded={search.request !== undefined}>
        <DeskSupportDrawer requestId={search.request} onClose={() => list.close({ request: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
