import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { CreditRow } from '@yardage/contract/credits';
import { CREDIT_STATES } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import { creditColumns, creditSumLines } from '#web/features/credits/components/credit-columns.tsx';
import { type CreditListParams, creditsQuery } from '#web/features/credits/credits.api.ts';
import { CREDITS_MESSAGES as MESSAGES } from '#web/features/credits/credits.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { ListSums } from '#web/patterns/list-sums.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { CreditsSearch } from './credits-search.ts';

const CreditDrawer = lazyOpened(() =>
  import('#web/features/credits/components/credit-drawer.tsx').then(({ CreditDrawer }) => CreditDrawer),
);
const CreditPdfDialog = lazyOpened(() =>
  import('#web/features/credits/components/credit-pdf-dialog.tsx').then(({ CreditPdfDialog }) => CreditPdfDialog),
);

/** Credit memos: the list, and the drawer or dialog that the URL says is open (APY-01). */
export function CreditsPage() {
  const list = useListSearch(useSearch({ from: '/shell/credits' }));
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const { credit, pdf } = list.search;
  return (
    <>
      <CreditsList list={list} />
      <MountOnceNeeded isNeeded={credit !== ''}>
        <CreditDrawer creditNumber={credit} onClose={() => list.close({ credit: '' })} onOpenPdf={() => list.open({ pdf: credit })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== ''}>
        <CreditPdfDialog recordId={pdf} onClose={() => list.close({ pdf: '' })} />
      </MountOnceNeeded>
    </>
  );
}

const PANEL_ID = 'credits-state';
const tabs = () => (['', ...CREDIT_STATES] as const).map((state) => ({ value: state, label: MESSAGES.tabNames[state] }));
const rowId = ({ creditNumber }: CreditRow): string => creditNumber;
const countText = (count: number): string => MESSAGES.count(count);

/** The list of credits with state, search and date range. */
function CreditsList({ list }: { list: ReturnType<typeof useListSearch<CreditsSearch>> }) {
  const { search, range, filter, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const today = useToday();
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);

  const request: CreditListParams = {
    ...list.request,
    ...(search.state && { state: search.state }),
    ...(range && { fromDate: range.from, toDate: range.to }),
  };
  const query = useQuery({ ...creditsQuery(customer, request), placeholderData: keepPreviousData });
  const columns = useTexts(creditColumns, []);
  const opener = useMemo(
    () => ({
      href: ({ creditNumber }: CreditRow) => hrefOf({ credit: creditNumber }),
      open: ({ creditNumber }: CreditRow) => open({ credit: creditNumber }),
    }),
    [hrefOf, open],
  );
  const actions = useTexts<RowAction<CreditRow>[]>(
    () =>
      canViewPdf
        ? [
            {
              id: 'pdf',
              icon: 'document',
              needsConnection: true,
              label: ({ creditNumber }) => MESSAGES.viewPdf(creditNumber),
              run: ({ creditNumber }) => open({ pdf: creditNumber }),
            },
          ]
        : [],
    [canViewPdf, open],
  );
  return (
    <ListPage
      context={MESSAGES.context[search.state]}
      filters={
        <>
          <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
          <DateRange value={range} onChange={list.chooseRange} canClear />
        </>
      }
      {...list.filters}
      tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.state, onChange: (state) => filter({ state }) }}
    >
      <DataTable
        id="credits"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={rowId}
        opener={opener}
        openRowId={search.credit || undefined}
        actions={actions}
        csv={{
          fileName: `credits-${today}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, creditsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        summary={<ListSums label={MESSAGES.sums} page={query.data} lines={creditSumLines} />}
        emptyText={MESSAGES.empty[search.state]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
