import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvoiceRow } from '@yardage/contract/invoices';
import { PAYMENT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import { AddToCart } from '#web/features/invoices/components/add-to-cart.tsx';
import { invoiceColumns } from '#web/features/invoices/components/invoice-columns.tsx';
import { canBePaid } from '#web/features/invoices/invoice-discount.ts';
import { invoiceSumLines } from '#web/features/invoices/invoice-sums.ts';
import { type InvoicesRequest, invoicesQuery, liveInvoicesQuery } from '#web/features/invoices/invoices.api.ts';
import { INVOICES_MESSAGES as MESSAGES } from '#web/features/invoices/invoices.messages.ts';
import { useInvoiceSelection } from '#web/features/invoices/use-invoice-selection.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { ListSums } from '#web/patterns/list-sums.tsx';
import { tabId } from '#web/patterns/view-tabs.tsx';
import { InvoicesFilters, PANEL_ID } from './invoices-filters.tsx';
import type { useInvoicesSearch } from './use-invoices-search.ts';
import type { usePay } from './use-pay.ts';

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
export function InvoicesList({ state, payment }: InvoicesListProps) {
  const { search, tab, canViewStatus, range, open, hrefOf } = state;
  const { canPay, inCart, addition, pay } = payment;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const today = useFormats().today();
  const canViewPdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const canViewHistory = useHoldsAny([PERMISSIONS.INVOICES_VIEW_HISTORY]);

  const request: InvoicesRequest = {
    ...state.request,
    ...(PAYMENT_TABS[tab] && { paymentResult: PAYMENT_TABS[tab] }),
    ...(range && { fromDate: range.from, toDate: range.to }),
    ...(search.due && { due: search.due }),
  };
  const query = useQuery({ ...liveInvoicesQuery(customer, request), placeholderData: keepPreviousData });
  const { selection, invoices, clear } = useInvoiceSelection(query.data?.items ?? NO_ROWS, `${tab} ${state.filterKey}`);
  const payable = invoices.filter((invoice) => canBePaid(invoice, inCart));

  const columns = useTexts(
    () => invoiceColumns({ today, hasStatus: canViewStatus, payment: canPay ? { inCart, onPay: pay } : null }),
    [today, canViewStatus, canPay, inCart, pay],
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
  const addChosen = (): void =>
    addition.mutate(payable.map(rowId), {
      onSuccess: () => {
        toasts.show({ kind: 'success', title: MESSAGES.added(payable.length) });
        clear();
      },
    });

  const { sums } = query.data ?? {};
  const isAllOpen = search.due === 'open' && tab === 'All' && !range && !search.search;
  const context = search.due ? MESSAGES.dueContext[search.due] : MESSAGES.context[tab];
  return (
    <ListPage
      context={range ? MESSAGES.between(context, formatDay(range.from), formatDay(range.to), range.from === range.to) : context}
      action={canPay ? <AddToCart invoices={payable} isBusy={addition.isPending} onAdd={addChosen} /> : null}
      isActionIdle={payable.length === 0}
      filters={<InvoicesFilters state={state} />}
      {...state.filters}
      {...(canViewStatus && { panel: { id: PANEL_ID, labelledBy: tabId(PANEL_ID, tab) } })}
    >
      <DataTable
        id="invoices"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...state.table}
        rowId={rowId}
        rowName={rowId}
        opener={opener}
        openRowId={search.invoice || undefined}
        actions={actions}
        {...(canPay && { selection })}
        csv={{
          fileName: `invoices-${tab.toLowerCase()}-${today}.csv`,
          fetchPage: (pageIndex, pageSize) => queryClient.fetchQuery(invoicesQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        summary={sums ? <ListSums label={MESSAGES.sums} sums={invoiceSumLines(sums, isAllOpen)} /> : null}
        emptyText={search.due ? MESSAGES.dueEmpty[search.due] : MESSAGES.empty[tab]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
