import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { QUOTE_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { QuoteRow } from '@yardage/contract/quotes';
import { useMemo } from 'react';
import { quoteColumns } from '#web/features/quotes/components/quote-columns.tsx';
import { type QuoteListParams, quotesQuery } from '#web/features/quotes/quotes.api.ts';
import { QUOTES_MESSAGES as MESSAGES } from '#web/features/quotes/quotes.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { QuotesSearch } from './quotes-search.ts';

const QuoteDrawer = lazyOpened(() => import('#web/features/quotes/components/quote-drawer.tsx').then(({ QuoteDrawer }) => QuoteDrawer));
const QuotePdfDialog = lazyOpened(() =>
  import('#web/features/quotes/components/quote-pdf-dialog.tsx').then(({ QuotePdfDialog }) => QuotePdfDialog),
);

/** Quotes: the list, and the drawer or dialog that the URL says is open (QUO-01, QUO-05). */
export function QuotesPage() {
  const list = useListSearch(useSearch({ from: '/shell/quotes' }));
  const canViewPdf = useHoldsAny([PERMISSIONS.QUOTES_VIEW_PDF]);
  const { quote, pdf } = list.search;
  return (
    <>
      <QuotesList list={list} />
      <MountOnceNeeded isNeeded={quote !== undefined}>
        <QuoteDrawer quoteId={quote} onClose={() => list.close({ quote: undefined })} onOpenPdf={() => list.open({ pdf: quote })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <QuotePdfDialog recordId={pdf} onClose={() => list.close({ pdf: undefined })} />
      </MountOnceNeeded>
    </>
  );
}

const PANEL_ID = 'quotes-status';
const tabs = () => (Object.keys(QUOTE_TABS) as (keyof typeof QUOTE_TABS)[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));
const rowId = ({ id }: QuoteRow): string => String(id);
const rowName = ({ quoteNumber }: QuoteRow): string => quoteNumber;
const countText = (count: number): string => MESSAGES.count(count);

interface QuotesListProps {
  list: ReturnType<typeof useListSearch<QuotesSearch>>;
}

/** The quotes list with status, search and date range (QUO-01, QUO-02). */
function QuotesList({ list }: QuotesListProps) {
  const { search, range, filter, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const today = useToday();
  const canViewPdf = useHoldsAny([PERMISSIONS.QUOTES_VIEW_PDF]);

  const request: QuoteListParams = {
    ...list.request,
    status: search.status,
    ...(range && { startDate: range.from, endDate: range.to }),
  };
  const query = useQuery({ ...quotesQuery(customer, request), placeholderData: keepPreviousData });

  const columns = useTexts(() => quoteColumns(today), [today]);
  const opener = useMemo(
    () => ({ href: ({ id }: QuoteRow) => hrefOf({ quote: id }), open: ({ id }: QuoteRow) => open({ quote: id }) }),
    [hrefOf, open],
  );
  const actions = useTexts<RowAction<QuoteRow>[]>(
    () =>
      canViewPdf
        ? [
            {
              id: 'pdf',
              icon: 'document',
              needsConnection: true,
              label: (row) => MESSAGES.viewPdf(row.quoteNumber),
              run: ({ id }) => open({ pdf: id }),
            },
          ]
        : [],
    [canViewPdf, open],
  );

  const context = MESSAGES.context[search.status];
  return (
    <ListPage
      context={range ? MESSAGES.madeOn(context, formatDay(range.from), formatDay(range.to), range.from === range.to) : context}
      filters={
        <>
          <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
          <DateRange value={range} onChange={list.chooseRange} canClear />
        </>
      }
      {...list.filters}
      tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.status, onChange: (status) => filter({ status }) }}
    >
      <DataTable
        id="quotes"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={rowName}
        opener={opener}
        openRowId={search.quote === undefined ? undefined : String(search.quote)}
        actions={actions}
        csv={{
          fileName: `quotes-${search.status.toLowerCase()}-${today}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, quotesQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        emptyText={MESSAGES.empty[search.status]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
