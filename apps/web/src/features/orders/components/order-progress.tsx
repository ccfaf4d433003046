import { LOAD_PLACES, ORDER_STATUS_NAMES, ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE, type OrderStatusId } from '@yardage/domain/orders';
import { type OrderQuantities, orderProgress, type QuantitiesUnderWay, quantitiesUnderWay } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { LoadPlace } from '@yardage/domain/tickets';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { ORDERS_MESSAGES } from '../orders.messages.ts';
import classes from './order-progress.module.css';

/** Nearest to the job first. */
const PLACES: readonly LoadPlace[] = ['job', 'road', 'plant'];
/** A table row has room for only one of them; trucks on the road come first. */
const ROW_PLACES: readonly LoadPlace[] = ['road', 'job'];

/** The fields of an order that its progress is computed from. */
export interface OrderInProgress extends OrderQuantities, QuantitiesUnderWay {
  orderType: number;
  unitOfMeasure: string;
}

/** Returns '45 of 80 CY poured, 20 on the road', or the quantity on the job if none is on the road. Other products are 'delivered'. */
export function progressText(order: OrderInProgress): string {
  const { isCancelled, delivered } = orderProgress(order);
  if (isCancelled) return ORDERS_MESSAGES.cancelled;
  const isPoured = order.orderType === ORDER_TYPE.concrete || !(order.orderType in ORDER_TYPE_NAMES);
  const verb = isPoured ? ORDERS_MESSAGES.poured : ORDERS_MESSAGES.delivered;
  const done = ORDERS_MESSAGES.progress(formatNumber(delivered), formatQuantity(order.qtyOrdered, order.unitOfMeasure), verb);
  const underWay = quantitiesUnderWay(order);
  const place = ROW_PLACES.find((candidate) => underWay[candidate] > 0);
  return place ? `${done}, ${ORDERS_MESSAGES.underWay(formatNumber(underWay[place]), LOAD_PLACES[place])}` : done;
}

/** Delivered and in-transit quantity as a bar, with the text beside it, or below it if `isStacked` (ORD-21 to ORD-24). */
export function OrderProgress({ order, isStacked = false }: { order: OrderInProgress; isStacked?: boolean }) {
  const { isCancelled, remaining, deliveredShare, inTransitShare } = orderProgress(order);
  const underWay = quantitiesUnderWay(order);
  const quantity = (value: number): string => formatQuantity(value, order.unitOfMeasure);
  const whole = [
    ORDERS_MESSAGES.left(quantity(remaining)),
    ...PLACES.filter((place) => underWay[place] > 0).map((place) =>
      ORDERS_MESSAGES.underWay(quantity(underWay[place]), LOAD_PLACES[place]),
    ),
  ];
  return (
    <div className={classes.progress} data-stacked={isStacked || undefined} title={whole.join(', ')}>
      <span className={classes.bar} data-cancelled={isCancelled || undefined} aria-hidden="true">
        <span className={classes.delivered} style={{ width: `${deliveredShare}%` }} />
        <span className={classes.inTransit} style={{ width: `${inTransitShare}%` }} />
      </span>
      <span className={classes.text}>{progressText(order)}</span>
    </div>
  );
}

const KINDS: Record<OrderStatusId, StatusKind> = {
  0: 'ended',
  1: 'waiting',
  2: 'waiting',
  3: 'waiting',
  4: 'held',
  5: 'done',
  6: 'moving',
  7: 'held',
  8: 'held',
  9: 'ended',
};

/** An order's status with its icon and colour (ORD-08). */
export function OrderStatus({ statusId, status }: { statusId: number; status: string }) {
  const kind = statusId in ORDER_STATUS_NAMES ? KINDS[statusId as OrderStatusId] : 'waiting';
  return <StatusMark kind={kind}>{orderStatusName(statusId, status)}</StatusMark>;
}

/** Returns the status in the reader's language; the server's text for an unknown one. */
export function orderStatusName(statusId: number, status: string): string {
  return ORDER_STATUS_NAMES[statusId as OrderStatusId] ?? status;
}
