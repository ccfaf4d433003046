import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PAYMENT_TABS } from '@yardage/contract/lists';
import type { CartHistoryRow } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import { paymentColumns, paymentSumLines } from '#web/features/payments/components/payment-columns.tsx';
import { livePaymentHistoryQuery, type PaymentListParams, paymentHistoryQuery } from '#web/features/payments/payments.api.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '#web/features/payments/payments.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { thisYear } from '#web/patterns/date-range/days.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { ListSums } from '#web/patterns/list-sums.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { PaymentHistorySearch } from './payment-history-search.ts';

const PaymentDrawer = lazyOpened(() =>
  import('#web/features/payments/components/payment-drawer.tsx').then(({ PaymentDrawer }) => PaymentDrawer),
);
const ReceiptDialog = lazyOpened(() =>
  import('#web/features/payments/components/receipt-dialog.tsx').then(({ ReceiptDialog }) => ReceiptDialog),
);

/** Payment History: the list, and the drawer or dialog that the URL says is open (HIS-01, HIS-04). */
export function PaymentHistoryPage() {
  const list = useListSearch(useSearch({ from: '/shell/paymentHistory' }), thisYear);
  const canViewPdf = useHoldsAny([PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF]);
  const { payment, pdf } = list.search;
  return (
    <>
      <PaymentHistoryList list={list} />
      <MountOnceNeeded isNeeded={payment !== ''}>
        <PaymentDrawer cartId={payment} onClose={() => list.close({ payment: '' })} onOpenReceipt={() => list.open({ pdf: payment })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== ''}>
        <ReceiptDialog recordId={pdf} onClose={() => list.close({ pdf: '' })} />
      </MountOnceNeeded>
    </>
  );
}

const PANEL_ID = 'payments-status';
const tabs = () =>
  (Object.keys(PAYMENT_TABS) as PaymentHistorySearch['status'][]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));
const rowId = ({ cartId }: CartHistoryRow): string => cartId;
const countText = (count: number): string => MESSAGES.count(count);

interface PaymentHistoryListProps {
  list: ReturnType<typeof useListSearch<PaymentHistorySearch, typeof thisYear>>;
}

/** The payments list with status, search and date range (HIS-01 to HIS-03). */
function PaymentHistoryList({ list }: PaymentHistoryListProps) {
  const { search, range, standardRange, filter, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { dateTime } = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF]);

  const request: PaymentListParams = {
    ...list.request,
    ...(PAYMENT_TABS[search.status] && { paymentResult: PAYMENT_TABS[search.status] }),
    startDate: range.from,
    endDate: range.to,
  };
  const query = useQuery({ ...livePaymentHistoryQuery(customer, request), placeholderData: keepPreviousData });

  const columns = useMemo(() => paymentColumns(dateTime), [dateTime]);
  const opener = useMemo(
    () => ({
      href: ({ cartId }: CartHistoryRow) => hrefOf({ payment: cartId }),
      open: ({ cartId }: CartHistoryRow) => open({ payment: cartId }),
    }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<CartHistoryRow>[]>(
    () =>
      canViewPdf
        ? [
            {
              id: 'pdf',
              icon: 'document',
              needsConnection: true,
              label: ({ cartId }) => MESSAGES.viewPdf(cartId),
              run: ({ cartId }) => open({ pdf: cartId }),
            },
          ]
        : [],
    [canViewPdf, open],
  );
  return (
    <ListPage
      context={MESSAGES.between(MESSAGES.context[search.status], formatDay(range.from), formatDay(range.to), range.from === range.to)}
      filters={
        <>
          <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
          <DateRange value={range} standard={{ label: MESSAGES.standardRange, range: standardRange }} onChange={list.chooseRange} />
        </>
      }
      {...list.filters}
      tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.status, onChange: (status) => filter({ status }) }}
    >
      <DataTable
        id="payments"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={rowId}
        opener={opener}
        openRowId={search.payment || undefined}
        actions={actions}
        csv={{
          fileName: `payments-${range.from}-${range.to}.csv`,
          fetchPage: (pageIndex, pageSize) =>
            fetchForExport(queryClient, paymentHistoryQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        summary={<ListSums label={MESSAGES.sums} page={query.data} lines={paymentSumLines} />}
        emptyText={MESSAGES.empty[search.status]}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
