import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderDetail } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { MINUTE_MS } from '@yardage/domain/durations';
import { isDue } from '@yardage/domain/eta';
import type { JobPlace } from '@yardage/domain/job-key';
import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { orderProgress, quantitiesUnderWay } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { type LoadPlace, loadPlace } from '@yardage/domain/tickets';
import { type ReactNode, useEffect, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { serverTime } from '#web/lib/http/server-clock.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useNow } from '#web/lib/use-now.ts';
import { arrivalText } from '#web/patterns/arrival.ts';
import { Can } from '#web/patterns/can.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { furthestTicket, nextTruck } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import { liveOrderQuery } from '../../orders.api.ts';
import { OrderStatus } from '../order-progress.tsx';
import { FactsSkeleton, OrderDetails } from './order-details.tsx';
import classes from './order-drawer.module.css';

interface OrderDrawerProps {
  /** Undefined while the drawer is closed. Keep the drawer mounted, so that it can animate out and restore the focus. */
  orderId: number | undefined;
  onClose: () => void;
  onOpenPdf: () => void;
  onOpenTicket: (ticketId: number) => void;
  onOpenChat: () => void;
  /** The pour board of an order under way. */
  pourBoard: (orderId: number) => ReactNode;
  /** Shown beside the actions of a loaded order. */
  follow?: (order: { orderId: number } & JobPlace) => ReactNode;
  /** A section below the order's own, such as the changes that can be requested. */
  more?: ((order: OrderDetail) => ReactNode) | undefined;
}

/** An order in a drawer: progress, steps, information and tickets, refetched while it is being delivered (ORD-09 to ORD-17). */
export function OrderDrawer({ orderId, onClose, onOpenPdf, onOpenTicket, onOpenChat, pourBoard, follow, more }: OrderDrawerProps) {
  const selected = orderId || undefined;
  const shownId = useLast(selected);
  const options = liveOrderQuery(useCustomer(), shownId ?? 0);
  // If a refetch fails, the drawer keeps the order and shows a notice, so do not show a toast too.
  const isRefresh = useQueryClient().getQueryData(options.queryKey) !== undefined;
  const connection = useNeedsConnection();
  const query = useQuery({ ...options, ...(isRefresh && { meta: { isSilent: true } }), enabled: selected !== undefined });
  const isSettling = useSettling(selected);
  const isLoading = isSettling || (query.isFetching && !query.data);
  const order = isLoading ? undefined : query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={selected !== undefined}
      onClose={onClose}
      title={order ? MESSAGES.title(order.orderNumber) : MESSAGES.titleLoading}
      status={order ? <OrderStatus statusId={order.orderStatusId} status={order.orderStatus} /> : null}
      context={order ? order.job : isLoading ? <Skeleton width={220} /> : null}
      facts={order ? <OrderFacts order={order} asOf={new Date(query.dataUpdatedAt)} /> : isLoading ? <FactsSkeleton /> : null}
      footer={
        order || isLoading ? (
          <>
            {order ? <OrderLinks order={order} follow={follow} /> : null}
            <Can anyOf={[PERMISSIONS.DISPATCHER_CHAT_VIEW]}>
              <Button variant="default" leftSection={<Icon name="chat" />} onClick={onOpenChat}>
                {MESSAGES.openChat}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.ORDERS_VIEW_PDF]}>
              <Button leftSection={<Icon name="document" />} onClick={onOpenPdf} {...connection}>
                {MESSAGES.openPdf}
              </Button>
            </Can>
          </>
        ) : null
      }
    >
      <OrderDetails
        order={order}
        isLoading={isLoading}
        failure={query.error}
        updatedAtMs={query.dataUpdatedAt}
        onRetry={() => void query.refetch()}
        onOpenTicket={onOpenTicket}
        pourBoard={pourBoard}
      />
      {order && more ? <div className={classes.more}>{more(order)}</div> : null}
    </SideDrawer>
  );
}

function OrderLinks({ order, follow }: { order: OrderDetail; follow: OrderDrawerProps['follow'] }) {
  const { job, jobNumber, shipToAddress: jobAddress } = order;
  return (
    <>
      <PageLink to="/close-out-packs" search={{ job, ...(jobNumber ? { jobNumber } : { jobAddress }) }} icon="archive">
        {MESSAGES.closeOut}
      </PageLink>
      {follow?.({ orderId: order.id, job, jobNumber, jobAddress })}
    </>
  );
}

/** How often to check whether an expected arrival time has come. */
const TICK_MS = 15_000;
/** Nearest to the job first. */
const PLACES: readonly LoadPlace[] = ['job', 'road', 'plant'];

interface OrderFactsProps {
  order: OrderDetail;
  /** When the order was fetched. */
  asOf: Date;
}

/** Key figures of an order: how much is poured, how much is on the road, and when the next truck arrives. */
export function OrderFacts({ order, asOf }: OrderFactsProps) {
  const formats = useFormats();
  const nowMs = serverTime(Math.max(asOf.getTime(), useNow(TICK_MS)));
  const progress = orderProgress(order);
  const unit = order.unitOfMeasure;
  if (progress.isCancelled) {
    // The quantities of a cancelled order are 0 (ORD-22), but a truck may still be on its way to the job.
    const truck = furthestTicket(order.tickets);
    const place = truck && loadPlace(truck.statusId);
    const text = [MESSAGES.cancelledText, place ? MESSAGES.stillUnderWay(LOAD_PLACES[place]) : ''];
    return (
      <div className={classes.facts}>
        <p className={classes.headline}>
          <strong className={classes.figure}>{MESSAGES.cancelled}</strong>
        </p>
        <div className={classes.bar} data-cancelled />
        <p className={classes.outlook}>{text.filter(Boolean).join(', ')}</p>
      </div>
    );
  }
  const underWay = quantitiesUnderWay(order);
  const outlook = [
    ...PLACES.map((place) => (underWay[place] > 0 ? MESSAGES.underWay(formatQuantity(underWay[place], unit), LOAD_PLACES[place]) : '')),
    describeNextTruck(order, nowMs, formats),
    progress.remaining > 0 && progress.inTransit === 0 && progress.delivered > 0
      ? MESSAGES.toGo(formatQuantity(progress.remaining, unit))
      : '',
  ].filter(Boolean);
  return (
    <div className={classes.facts}>
      <p className={classes.headline}>
        <strong className={classes.figure}>{formatNumber(progress.delivered)}</strong> {MESSAGES.of(formatQuantity(order.qtyOrdered, unit))}{' '}
        {order.orderType === ORDER_TYPE.concrete ? MESSAGES.poured : MESSAGES.delivered}
      </p>
      <div className={classes.bar}>
        <span className={classes.delivered} style={{ width: `${progress.deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${progress.inTransitShare}%` }} />
      </div>
      {outlook.length > 0 ? <p className={classes.outlook}>{outlook.join(', ')}</p> : null}
    </div>
  );
}

function describeNextTruck(order: OrderDetail, nowMs: number, { time, date, today }: ReturnType<typeof useFormats>): string {
  const next = nextTruck(order, new Date(nowMs));
  switch (next?.kind) {
    case 'expected': {
      const arrival = arrivalText(next.at, nowMs, time);
      const minutes = Math.round((Date.parse(next.at) - nowMs) / MINUTE_MS);
      return isDue(next.at, nowMs) ? MESSAGES.nextTruck(arrival) : MESSAGES.nextTruckIn(arrival, minutes);
    }
    case 'under-way':
      return MESSAGES.nextTruck(LOAD_PLACES[next.place]);
    case 'scheduled': {
      const isToday = order.shipDate === today();
      const moment = isToday ? time(next.at) : `${date(next.at)} ${time(next.at)}`;
      return next.isFirst ? MESSAGES.firstTruckAt(moment) : MESSAGES.nextTruckAt(moment);
    }
    default:
      return '';
  }
}

/** Minimum time that the drawer shows its skeleton after another order was selected (ORD-15). */
const SETTLE_MS = 800;

/** Returns true for `settleMs` after another order was selected. */
function useSettling(selected: number | undefined, settleMs = SETTLE_MS): boolean {
  const [settled, setSettled] = useState<number | undefined>();
  useEffect(() => {
    if (selected === undefined) {
      setSettled(undefined);
      return;
    }
    const timer = setTimeout(() => setSettled(selected), settleMs);
    return () => clearTimeout(timer);
  }, [selected, settleMs]);
  return selected !== undefined && selected !== settled;
}
