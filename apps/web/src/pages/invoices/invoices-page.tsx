import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvoiceRow } from '@yardage/contract/invoices';
import { INVOICE_DUE_FILTERS, INVOICE_REVIEW_FILTERS, PAYMENT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { Suspense, useCallback, useMemo } from 'react';
import { useAddSeveral } from '#web/features/carts/use-add-several.ts';
import { setIsCartOpen, useAddToCart, useCart } from '#web/features/carts/use-cart.ts';
import { overviewQuery } from '#web/features/disputes/disputes.api.ts';
import { invoiceColumns, markMap, sortRequested, sortShown } from '#web/features/invoices/components/invoice-columns.tsx';
import { canBePaid } from '#web/features/invoices/invoice-discount.ts';
import { type InvoiceListParams, invoicesQuery, liveInvoicesQuery } from '#web/features/invoices/invoices.api.ts';
import { INVOICES_MESSAGES as MESSAGES } from '#web/features/invoices/invoices.messages.ts';
import { invoiceSumLines, useInvoiceSelection } from '#web/features/invoices/use-invoice-selection.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { useTicketLink } from '#web/lib/navigation/page-links.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { ListSums } from '#web/patterns/list-sums.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { PAGES_MESSAGES } from '../pages.messages.ts';
import { type InvoicesTab, useInvoicesSearch } from './use-invoices-search.ts';

/** Loaded after the list, because nothing is selected at first. */
const AddToCart = lazyBeside(() => import('#web/features/invoices/components/add-to-cart.tsx').then(({ AddToCart }) => AddToCart));
const InvoiceDrawer = lazyOpened(() =>
  import('#web/features/invoices/components/invoice-drawer.tsx').then(({ InvoiceDrawer }) => InvoiceDrawer),
);
const InvoicePdfDialog = lazyOpened(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => InvoicePdfDialog),
);
const loadReview = () => import('#web/features/disputes/components/invoice-review.tsx');
const InvoiceReview = lazyOpened(() => loadReview().then(({ InvoiceReview }) => InvoiceReview));
const LineReview = lazyOpened(() => loadReview().then(({ LineReview }) => LineReview));
const DisputeDrawer = lazyOpened(() =>
  import('#web/features/disputes/components/dispute-drawer.tsx').then(({ DisputeDrawer }) => DisputeDrawer),
);
const DisputeFormDialog = lazyOpened(() =>
  import('#web/features/disputes/components/dispute-form-dialog.tsx').then(({ DisputeFormDialog }) => DisputeFormDialog),
);
const InvoiceHistoryDrawer = lazyOpened(() =>
  import('#web/features/payments/components/invoice-history-drawer.tsx').then(({ InvoiceHistoryDrawer }) => InvoiceHistoryDrawer),
);

/** Invoices: the list, and the drawer or dialog that the URL says is open (INV-01, INV-08, INV-12, INV-13). */
export function InvoicesPage() {
  const state = useInvoicesSearch();
  const payment = usePay();
  const { globalCustomerNumber, datasourceId } = useCustomer();
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const canViewHistory = useHoldsAny([PERMISSIONS.INVOICES_VIEW_HISTORY]);
  const canViewTickets = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const ticketLink = useTicketLink();
  const canDispute = useHoldsAny([PERMISSIONS.INVOICES_DISPUTE]);
  const { invoice, history, pdf, order, dispute, disputing } = state.search;
  const openDispute = (id: number): void => state.open({ dispute: id });
  const actions = { open: openDispute, dispute: canDispute ? (place: string) => state.open({ disputing: place }) : null };
  return (
    <>
      {/* The key resets the list, including its selection, when the customer changes. */}
      <InvoicesList key={`${datasourceId} ${globalCustomerNumber}`} state={state} payment={payment} />
      <MountOnceNeeded isNeeded={invoice !== ''}>
        <InvoiceDrawer
          documentNumber={invoice}
          orderId={order}
          tickets={canViewTickets ? ticketLink : null}
          review={{
            section: <InvoiceReview documentNumber={invoice} actions={actions} />,
            ofLine: (line) => (
              <Suspense>
                <LineReview documentNumber={line.invoiceDocumentNumber} line={line} actions={actions} />
              </Suspense>
            ),
          }}
          inCart={payment.inCart}
          // Close the drawer first, because it would cover the cart that opens in the header.
          onPay={(documentNumber) => {
            state.close({ invoice: '', order: undefined });
            payment.pay(documentNumber);
          }}
          onClose={() => state.close({ invoice: '', order: undefined })}
          onOpenPdf={({ documentNumber, orderId }) => state.open({ pdf: documentNumber, order: orderId ?? undefined })}
          onOpenHistory={() => state.open({ history: invoice })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={dispute !== undefined}>
        <DisputeDrawer disputeId={dispute} onClose={() => state.close({ dispute: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canDispute && disputing !== ''}>
        <DisputeFormDialog documentNumber={invoice} place={canDispute ? disputing : ''} onClose={() => state.close({ disputing: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewHistory && history !== ''}>
        <InvoiceHistoryDrawer documentNumber={canViewHistory ? history : ''} onClose={() => state.close({ history: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== ''}>
        <InvoicePdfDialog
          recordId={pdf}
          origin={{ orderId: order }}
          // The order stays for the drawer below.
          onClose={() => state.close(invoice === '' ? { pdf: '', order: undefined } : { pdf: '' })}
        />
      </MountOnceNeeded>
    </>
  );
}

const NO_ROWS: InvoiceRow[] = [];
const rowId = ({ documentNumber }: InvoiceRow): string => documentNumber;
const countText = (count: number): string => MESSAGES.count(count);

interface InvoicesListProps {
  state: ReturnType<typeof useInvoicesSearch>;
  payment: ReturnType<typeof usePay>;
}

/** Returns the URL parameters that open a row's invoice. */
const placeOf = ({ documentNumber, orderId }: InvoiceRow) => ({ invoice: documentNumber, order: orderId ?? undefined });

/** The invoices list with its filters and the Pay action (INV-01 to INV-11). */
function InvoicesList({ state, payment }: InvoicesListProps) {
  const { search, tab, canViewStatus, range, open, hrefOf } = state;
  const { canPay, inCart, pay } = payment;
  const several = useAddSeveral();
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const today = useToday();
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const canViewHistory = useHoldsAny([PERMISSIONS.INVOICES_VIEW_HISTORY]);

  const request: InvoiceListParams = {
    ...state.request,
    ...(PAYMENT_TABS[tab] && { paymentResult: PAYMENT_TABS[tab] }),
    ...(range && { fromDate: range.from, toDate: range.to }),
    ...(search.due && { due: search.due }),
    ...(search.review && { review: search.review }),
  };
  const query = useQuery({ ...liveInvoicesQuery(customer, request), placeholderData: keepPreviousData });
  const overview = useQuery(overviewQuery(customer)).data;
  const marks = useMemo(() => markMap(overview?.marks ?? []), [overview]);
  const { selection, invoices, remove } = useInvoiceSelection(query.data?.items ?? NO_ROWS, `${tab} ${state.filterKey}`);
  const payable = invoices.filter((invoice) => canBePaid(invoice, inCart));

  const columns = useTexts(
    () => invoiceColumns({ today, hasStatus: canViewStatus, payment: canPay ? { inCart, onPay: pay } : null, marks }),
    [today, canViewStatus, canPay, inCart, pay, marks],
  );
  const opener = useMemo(
    () => ({
      href: (row: InvoiceRow) => hrefOf(placeOf(row)),
      open: (row: InvoiceRow) => open(placeOf(row)),
    }),
    [hrefOf, open],
  );
  const actions = useTexts<RowAction<InvoiceRow>[]>(
    () => [
      ...(canViewPdf
        ? [
            {
              id: 'pdf',
              icon: 'document' as const,
              needsConnection: true,
              label: (row: InvoiceRow) => MESSAGES.viewPdf(row.documentNumber),
              run: (row: InvoiceRow) => open({ pdf: row.documentNumber, order: row.orderId ?? undefined }),
            },
          ]
        : []),
      ...(canViewHistory
        ? [
            {
              id: 'history',
              icon: 'clock' as const,
              label: (row: InvoiceRow) => MESSAGES.viewHistory(row.documentNumber),
              run: (row: InvoiceRow) => open({ history: row.documentNumber }),
            },
          ]
        : []),
    ],
    [canViewPdf, canViewHistory, open],
  );
  const addChosen = (): void => {
    const numbers = payable.map(rowId);
    several.add(numbers, () => remove(numbers));
  };

  const { state: tableState, onStateChange } = state.table;
  const isByDueDate = search.due !== '';
  const sorting = {
    state: { ...tableState, sort: sortShown(tableState.sort, isByDueDate) },
    onStateChange: (change: Partial<typeof tableState>, isReplace?: boolean): void =>
      onStateChange(change.sort === undefined ? change : { ...change, sort: sortRequested(change.sort, isByDueDate) }, isReplace),
  };

  const isAllOpen = search.due === 'open' && tab === 'All' && !range && !search.search;
  const context = search.review
    ? MESSAGES.reviewContext[search.review]
    : search.due
      ? MESSAGES.dueContext[search.due]
      : MESSAGES.context[tab];
  return (
    <ListPage
      context={range ? MESSAGES.between(context, formatDay(range.from), formatDay(range.to), range.from === range.to) : context}
      action={
        canPay ? (
          <>
            <PageLink to="/discount-planner" icon="calendar">
              {PAGES_MESSAGES.discountPlanner.title}
            </PageLink>
            <Suspense fallback={null}>
              <AddToCart invoices={payable} marks={overview?.marks} inCart={inCart.size} isBusy={several.isPending} onAdd={addChosen} />
            </Suspense>
          </>
        ) : null
      }
      isActionIdle={payable.length === 0}
      filters={<InvoicesFilters state={state} overview={overview} />}
      {...state.filters}
      {...(canViewStatus && { tabs: { id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: tab, onChange: state.chooseTab } })}
    >
      <DataTable
        id="invoices"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...state.table}
        {...sorting}
        rowId={rowId}
        rowName={rowId}
        opener={opener}
        openRowId={search.invoice || undefined}
        actions={actions}
        {...(canPay && { selection })}
        csv={{
          fileName: `invoices-${tab.toLowerCase()}-${today}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, invoicesQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        summary={<ListSums label={MESSAGES.sums} page={query.data} lines={(sums) => invoiceSumLines(sums, isAllOpen)} />}
        emptyText={search.review ? MESSAGES.reviewEmpty[search.review] : search.due ? MESSAGES.dueEmpty[search.due] : MESSAGES.empty[tab]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}

/** Id of the element that the tabs control. */
const PANEL_ID = 'invoices-status';
const tabs = () => (Object.keys(PAYMENT_TABS) as InvoicesTab[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));

const dueFilters = () => INVOICE_DUE_FILTERS.map((value) => ({ value, label: MESSAGES.dueFilter[value] }));

/** How many invoices need attention or are disputed; absent until it is known. */
type Overview = { attentionCount: number; disputedCount: number } | undefined;

const reviewFilters = (overview: Overview) => {
  const counts = { '': undefined, attention: overview?.attentionCount, disputed: overview?.disputedCount };
  return INVOICE_REVIEW_FILTERS.map((value) => {
    const [name, count] = [MESSAGES.reviewFilter[value], counts[value]];
    return { value, label: count === undefined ? name : MESSAGES.reviewCount(name, count) };
  });
};

interface InvoicesFiltersProps {
  state: ReturnType<typeof useInvoicesSearch>;
  overview: Overview;
}

/** Filters of the invoices: search, date range, due date and check (INV-01, INV-02, APY-08). */
function InvoicesFilters({ state, overview }: InvoicesFiltersProps) {
  const { search, range, standardRange } = state;
  return (
    <>
      <SearchBox label={MESSAGES.search} value={search.search} onChange={state.searchFor} />
      {standardRange ? (
        <DateRange value={range} standard={{ label: MESSAGES.standardRange, range: standardRange }} onChange={state.chooseRange} />
      ) : (
        <DateRange value={range} onChange={state.chooseRange} canClear />
      )}
      <FilterSelect label={MESSAGES.due} options={dueFilters()} value={search.due} onChange={state.chooseDue} />
      <FilterSelect label={MESSAGES.review} options={reviewFilters(overview)} value={search.review} onChange={state.chooseReview} />
    </>
  );
}

/** Pay adds an invoice to the cart and opens the cart (INV-11). */
function usePay() {
  const { canPay, numbers } = useCart();
  const { mutate } = useAddToCart();
  return {
    canPay,
    inCart: numbers,
    pay: useCallback((documentNumber: string): void => mutate([documentNumber], { onSuccess: () => setIsCartOpen(true) }), [mutate]),
  };
}
