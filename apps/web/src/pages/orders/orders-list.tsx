import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderRow } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { timeZoneName } from '@yardage/domain/dates';
import { useMemo } from 'react';
import { orderColumns } from '#web/features/orders/components/order-columns.tsx';
import { hasTrucksUnderWay, liveOrdersQuery, type OrdersRequest, ordersQuery } from '#web/features/orders/orders.api.ts';
import { ORDERS_MESSAGES } from '#web/features/orders/orders.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataAge } from '#web/patterns/data-age.tsx';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { tabId } from '#web/patterns/view-tabs.tsx';
import { OrdersFilters } from './orders-filters.tsx';
import type { useOrdersSearch } from './use-orders-search.ts';

const PANEL_ID = 'orders-view';
const rowId = ({ id }: OrderRow): string => String(id);
const rowName = ({ orderNumber }: OrderRow): string => orderNumber;
const countText = (count: number): string => ORDERS_MESSAGES.count(count);

/** The orders list with its filters. */
export function OrdersList({ state }: { state: ReturnType<typeof useOrdersSearch> }) {
  const { search, range, open, hrefOf } = state;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { dateTime, timeZone } = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);

  const request: OrdersRequest = { ...state.request, fromDate: range.from, toDate: range.to };
  const query = useQuery(liveOrdersQuery(customer, request));

  const columns = useTexts(() => orderColumns(dateTime), [dateTime]);
  const opener = useMemo(
    () => ({ href: ({ id }: OrderRow) => hrefOf({ order: id }), open: ({ id }: OrderRow) => open({ order: id }) }),
    [hrefOf, open],
  );
  const actions = useTexts(() => {
    const offered: RowAction<OrderRow>[] = [];
    const { viewPdf, messageDispatch } = ORDERS_MESSAGES;
    if (canViewPdf)
      offered.push({ id: 'pdf', icon: 'document', label: (row) => viewPdf(row.orderNumber), run: ({ id }) => open({ pdf: id }) });
    if (canChat)
      offered.push({ id: 'chat', icon: 'chat', label: (row) => messageDispatch(row.orderNumber), run: ({ id }) => open({ chat: id }) });
    return offered;
  }, [canViewPdf, canChat, open]);

  const isLive = query.data?.items.some(hasTrucksUnderWay) ?? false;
  return (
    <ListPage
      context={ORDERS_MESSAGES.context(timeZoneName(timeZone))}
      filters={<OrdersFilters state={state} panelId={PANEL_ID} />}
      {...state.filters}
      panel={{ id: PANEL_ID, labelledBy: tabId(PANEL_ID, search.view) }}
    >
      <DataTable
        id="orders"
        label={ORDERS_MESSAGES.label}
        columns={columns}
        query={query}
        {...state.table}
        rowId={rowId}
        rowName={rowName}
        opener={opener}
        openRowId={search.order === undefined ? undefined : String(search.order)}
        actions={actions}
        groupBy={search.view === 'standard' ? 'job' : undefined}
        csv={{
          fileName: `orders-${range.from}-${range.to}.csv`,
          fetchPage: (pageIndex, pageSize) => queryClient.fetchQuery(ordersQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        status={<DataAge isLive={isLive} />}
        emptyText={ORDERS_MESSAGES.empty}
        failureText={ORDERS_MESSAGES.listFailed}
      />
    </ListPage>
  );
}
