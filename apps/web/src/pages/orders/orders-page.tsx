import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { timeZoneName } from '@yardage/domain/dates';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { Suspense, useMemo } from 'react';
import { orderColumns } from '#web/features/orders/components/order-columns.tsx';
import { ORDER_GROUPS } from '#web/features/orders/order-groups.ts';
import { hasTrucksUnderWay, liveOrdersQuery, type OrderListParams, ordersQuery } from '#web/features/orders/orders.api.ts';
import { ORDERS_MESSAGES } from '#web/features/orders/orders.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataAge } from '#web/patterns/data-age.tsx';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { RequestLabel, useAsksForPours } from '#web/patterns/order-request/request-label.tsx';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { PAGES_MESSAGES } from '../pages.messages.ts';
import type { OrdersSearch } from './orders-search.ts';
import { useOrdersSearch } from './use-orders-search.ts';

/** Orders: the list, and the drawer or dialog that the URL says is open (ORD-01 to ORD-03). */
export function OrdersPage() {
  const state = useOrdersSearch();
  return (
    <>
      <OrdersList state={state} />
      <OrdersOverlays search={state.search} onOpen={state.open} onClose={state.close} />
    </>
  );
}

const PANEL_ID = 'orders-view';
const rowId = ({ id }: OrderRow): string => String(id);
const rowName = ({ orderNumber }: OrderRow): string => orderNumber;
const countText = (count: number): string => ORDERS_MESSAGES.count(count);

/** The orders list with its filters. */
function OrdersList({ state }: { state: ReturnType<typeof useOrdersSearch> }) {
  const { search, range, isStandardRange, open, hrefOf } = state;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { dateTime, timeZone } = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const canRequest = useHoldsAny([PERMISSIONS.ORDERS_REQUEST]);

  const request: OrderListParams = { ...state.request, fromDate: range.from, toDate: range.to };
  const query = useQuery(liveOrdersQuery(customer, request, { isStandardRange }));

  const columns = useTexts(() => orderColumns(dateTime), [dateTime]);
  const opener = useMemo(
    () => ({ href: ({ id }: OrderRow) => hrefOf({ order: id }), open: ({ id }: OrderRow) => open({ order: id }) }),
    [hrefOf, open],
  );
  const actions = useTexts(() => {
    const offered: RowAction<OrderRow>[] = [];
    const { viewPdf, messageDispatch } = ORDERS_MESSAGES;
    if (canViewPdf)
      offered.push({
        id: 'pdf',
        icon: 'document',
        needsConnection: true,
        label: (row) => viewPdf(row.orderNumber),
        run: ({ id }) => open({ pdf: id }),
      });
    if (canChat)
      offered.push({ id: 'chat', icon: 'chat', label: (row) => messageDispatch(row.orderNumber), run: ({ id }) => open({ chat: id }) });
    return offered;
  }, [canViewPdf, canChat, open]);

  const isLive = query.data?.items.some(hasTrucksUnderWay) ?? false;
  // A page of stone orders does not say that the account buys no concrete, but one order of concrete says that it does.
  const hasPours = query.data?.items.some(({ orderType }) => orderType === ORDER_TYPE.concrete) || undefined;
  const isPour = useAsksForPours(hasPours);
  return (
    <ListPage
      context={ORDERS_MESSAGES.context(timeZoneName(timeZone))}
      action={
        <>
          <PageLink to="/close-out-packs" icon="archive">
            {PAGES_MESSAGES.closeOutPacks.title}
          </PageLink>
          {canRequest ? (
            <Button component={Link} to="/requests" search={{ new: '1' } as never} leftSection={<Icon name="plus" size={16} />}>
              <RequestLabel isPour={isPour} />
            </Button>
          ) : null}
        </>
      }
      isActionIdle={!canRequest}
      filters={<OrdersFilters state={state} />}
      {...state.filters}
      tabs={{ id: PANEL_ID, label: ORDERS_MESSAGES.views, tabs: views(), value: search.view, onChange: (view) => state.filter({ view }) }}
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
        groupBy={search.view === 'standard' ? ORDER_GROUPS : undefined}
        csv={{
          fileName: `orders-${range.from}-${range.to}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, ordersQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        status={<DataAge isLive={isLive} />}
        emptyText={ORDERS_MESSAGES.empty}
        failureText={ORDERS_MESSAGES.listFailed}
      />
    </ListPage>
  );
}

const views = () =>
  [
    { value: 'standard', label: ORDERS_MESSAGES.standardView },
    { value: 'flat', label: ORDERS_MESSAGES.flatView },
  ] as const;

/** Filters of the orders: search and date range (ORD-02). */
function OrdersFilters({ state }: { state: ReturnType<typeof useOrdersSearch> }) {
  const { search, range, standardRange, searchFor, chooseRange, isToday, toggleToday } = state;
  return (
    <>
      <SearchBox label={ORDERS_MESSAGES.search} value={search.search} onChange={searchFor} />
      <DateRange
        value={range}
        standard={{ label: ORDERS_MESSAGES.standardRange, range: standardRange }}
        // The default range moves with the days, so chooseRange leaves it out of the URL.
        onChange={chooseRange}
      />
      <Button
        variant={isToday ? 'light' : 'default'}
        aria-pressed={isToday}
        leftSection={isToday ? <Icon name="check" size={16} /> : null}
        onClick={toggleToday}
      >
        {ORDERS_MESSAGES.today}
      </Button>
    </>
  );
}

const FollowButton = lazyOpened(() => import('#web/features/alerts/components/follow-button.tsx').then(({ FollowButton }) => FollowButton));
const OrderDrawer = lazyOpened(() =>
  import('#web/features/orders/components/order-drawer/order-drawer.tsx').then(({ OrderDrawer }) => OrderDrawer),
);
const OrderPdfDialog = lazyOpened(() =>
  import('#web/features/orders/components/order-pdf-dialog.tsx').then(({ OrderPdfDialog }) => OrderPdfDialog),
);
const TicketDialog = lazyOpened(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => TicketDialog),
);
const OrderRequests = lazyOpened(() => import('./order-requests.tsx').then(({ OrderRequests }) => OrderRequests));
const PourTab = lazyOpened(() => import('#web/pages/pour/pour-page.tsx').then(({ PourTab }) => PourTab));
const OrderChat = lazyOpened(() => import('./order-chat.tsx').then(({ OrderChat }) => OrderChat));

interface OrdersOverlaysProps {
  search: OrdersSearch;
  onOpen: (changes: Partial<OrdersSearch>) => void;
  onClose: (changes: Partial<OrdersSearch>) => void;
}

/** The order, its PDF, a ticket or the chat, whichever the URL says is open. Nothing opens without its permission (ORD-03). */
function OrdersOverlays({ search, onOpen, onClose }: OrdersOverlaysProps) {
  const canViewPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canViewTickets = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const canRequest = useHoldsAny([PERMISSIONS.ORDERS_REQUEST]);
  const { order, pdf, ticket } = search;
  // It closes when its permission is withdrawn; documents and tickets see to that themselves.
  const chat = canChat ? search.chat : undefined;
  return (
    <>
      <MountOnceNeeded isNeeded={order !== undefined}>
        <OrderDrawer
          orderId={order}
          onClose={() => onClose({ order: undefined })}
          onOpenPdf={() => onOpen({ pdf: order })}
          onOpenTicket={(ticketId: number) => onOpen({ ticket: ticketId })}
          onOpenChat={() => onOpen({ chat: order })}
          pourBoard={(orderId) => <PourTab orderId={orderId} />}
          follow={(followed) => (
            <MountOnceNeeded isNeeded>
              <FollowButton {...followed} />
            </MountOnceNeeded>
          )}
          more={
            canRequest
              ? ({ id, startTime }) => (
                  <Suspense fallback={null}>
                    <OrderRequests orderId={id} startsAt={startTime} />
                  </Suspense>
                )
              : undefined
          }
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <OrderPdfDialog recordId={pdf} onClose={() => onClose({ pdf: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewTickets && ticket !== undefined}>
        <TicketDialog ticketId={ticket} onClose={() => onClose({ ticket: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={chat !== undefined}>
        <OrderChat orderId={chat} onClose={() => onClose({ chat: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
