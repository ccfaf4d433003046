import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeskDisputeRow } from '@yardage/contract/desk-disputes';
import { DISPUTE_REASONS } from '@yardage/domain/disputes';
import { DISPUTE_REASON_NAMES } from '@yardage/domain/disputes.messages';
import { Suspense, useMemo } from 'react';
import { deskDisputeColumns } from '#web/features/desk-disputes/components/desk-dispute-columns.tsx';
import { DESK_DISPUTE_READS, deskDisputesQuery } from '#web/features/desk-disputes/desk-disputes.api.ts';
import { DESK_DISPUTES_MESSAGES as MESSAGES } from '#web/features/desk-disputes/desk-disputes.messages.ts';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { DeskDisputesSearch } from './desk-disputes-search.ts';

const DeskDisputeDrawer = lazyOpened(() =>
  import('#web/features/desk-disputes/components/desk-dispute-drawer.tsx').then(({ DeskDisputeDrawer }) => DeskDisputeDrawer),
);
const LiveDesk = lazyBeside(() => import('#web/patterns/live-desk.tsx').then(({ LiveDesk }) => LiveDesk));
const PANEL_ID = 'desk-disputes-view';
const tabs = () => (['to-answer', 'answered', 'over', 'all'] as const).map((value) => ({ value, label: MESSAGES.tabNames[value] }));
const reasonOptions = () => [
  { value: '' as const, label: MESSAGES.anyReason },
  ...DISPUTE_REASONS.map((value) => ({ value, label: DISPUTE_REASON_NAMES[value] })),
];
const OWN = { reason: '' } as const;
const rowId = ({ id }: DeskDisputeRow): string => String(id);
const rowName = ({ documentNumber }: DeskDisputeRow): string => documentNumber;
const countText = (count: number): string => MESSAGES.count(count);

/** Disputes at the desk: the list and the open dispute (APY-03). Both follow what customers and colleagues do. */
export function DeskDisputesPage() {
  const search: DeskDisputesSearch = useSearch({ from: '/shell/desk/disputes' });
  const list = useListSearch(search, undefined, OWN);
  const { filter, open, hrefOf } = list;
  const mayOpenCustomers = useMayUseDesk('customers');
  const request = { ...list.request, view: search.view === 'all' ? ('' as const) : search.view, reason: search.reason };
  const query = useQuery({ ...deskDisputesQuery(request), placeholderData: keepPreviousData });
  const columns = useTexts(deskDisputeColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: DeskDisputeRow) => hrefOf({ dispute: id }), open: ({ id }: DeskDisputeRow) => open({ dispute: id }) }),
    [hrefOf, open],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        filters={
          <>
            <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
            <FilterSelect
              label={MESSAGES.reasonFilter}
              options={reasonOptions()}
              value={search.reason}
              onChange={(chosen) => filter({ reason: chosen })}
            />
          </>
        }
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.view, onChange: (chosen) => filter({ view: chosen }) }}
      >
        <DataTable
          id="desk-disputes"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.dispute === undefined ? undefined : String(search.dispute)}
          countText={countText}
          emptyText={MESSAGES.empty[search.view]}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <Suspense>
        <LiveDesk area="disputes" reads={DESK_DISPUTE_READS} />
      </Suspense>
      <MountOnceNeeded isNeeded={search.dispute !== undefined}>
        <DeskDisputeDrawer
          disputeId={search.dispute}
          customerHref={mayOpenCustomers ? (number) => `/desk/customers?account=${encodeURIComponent(number)}` : null}
          onClose={() => list.close({ dispute: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
