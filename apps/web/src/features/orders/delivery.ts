import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { ETA_BELOW_STATUS } from '@yardage/domain/eta';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { DELIVERED_STATUS, type LoadPlace, loadPlace } from '@yardage/domain/tickets';

const MINUTE_MS = 60_000;
/** Statuses of orders for which more trucks may come. */
const OPEN_STATUSES: readonly number[] = [ORDER_STATUS.toBeShipped, ORDER_STATUS.willCall, ORDER_STATUS.shipping];

/** Statuses of orders of which nothing counts. */
const VOID_STATUSES: readonly number[] = [ORDER_STATUS.deleted, ORDER_STATUS.cancelled];
const OVER_STATUSES: readonly number[] = [...VOID_STATUSES, ORDER_STATUS.complete];

type Delivery = Pick<OrderDetail, 'orderStatusId' | 'qtyOrdered' | 'qtyDelivered' | 'interval' | 'loadCount' | 'startTime' | 'tickets'>;

/** The ticket under way that is furthest along, if a truck is under way at all. */
export function furthestTicket(tickets: readonly OrderTicket[]): OrderTicket | null {
  const underWay = tickets.filter(({ statusId }) => statusId < DELIVERED_STATUS);
  return underWay.reduce<OrderTicket | null>((best, ticket) => (best && best.statusId >= ticket.statusId ? best : ticket), null);
}

/** The ticket status that the delivery bar shows: that of the truck furthest along, else that of the loads already finished (ORD-25, ORD-26). */
export function deliveryStatus({ orderStatusId, tickets }: Pick<Delivery, 'orderStatusId' | 'tickets'>): number {
  const furthest = furthestTicket(tickets);
  if (furthest) return furthest.statusId;
  const isFinished = tickets.length > 0 && !VOID_STATUSES.includes(orderStatusId);
  return isFinished || orderStatusId === ORDER_STATUS.complete ? DELIVERED_STATUS : 0;
}

/** Whether nothing more is to come: then a finished load was the last. */
export function isAllDelivered({ orderStatusId, qtyOrdered, qtyDelivered }: Omit<Delivery, 'tickets'>): boolean {
  return orderStatusId === ORDER_STATUS.complete || (qtyDelivered > 0 && qtyDelivered >= qtyOrdered);
}

/** Whether no truck will come any more: deleted, complete or cancelled. */
export function isOver({ orderStatusId }: Pick<OrderDetail, 'orderStatusId'>): boolean {
  return OVER_STATUSES.includes(orderStatusId);
}

/** Whether the order changes by itself while one looks at it. */
export function isBeingDelivered({ orderStatusId, tickets }: Pick<OrderDetail, 'orderStatusId' | 'tickets'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || furthestTicket(tickets) !== null;
}

/** When the next truck comes, as far as the server and the schedule tell. */
export type NextTruck =
  | { kind: 'expected'; at: string }
  | { kind: 'under-way'; place: LoadPlace }
  | { kind: 'scheduled'; at: string; isFirst: boolean };

/** The next truck that is not yet on the job: as the server expects it, else where it is, else by the order's schedule. */
export function nextTruck(order: Delivery, now: Date): NextTruck | null {
  const coming = order.tickets.filter(({ statusId }) => statusId < ETA_BELOW_STATUS);
  const [at] = coming.flatMap(({ expectedArrivalTime }) => expectedArrivalTime ?? []).toSorted();
  if (at) return { kind: 'expected', at };
  const places = coming.map(({ statusId }) => loadPlace(statusId));
  if (places.length > 0) return { kind: 'under-way', place: places.includes('road') ? 'road' : 'plant' };
  return scheduledTruck(order, now);
}

function scheduledTruck({ orderStatusId, interval, loadCount, startTime, tickets }: Delivery, now: Date): NextTruck | null {
  const isMoreToCome = OPEN_STATUSES.includes(orderStatusId) && tickets.length < loadCount;
  if (!isMoreToCome) return null;
  const at = new Date(momentMs(startTime) + (interval ?? 0) * tickets.length * MINUTE_MS);
  return at > now ? { kind: 'scheduled', at: at.toISOString(), isFirst: tickets.length === 0 } : null;
}

function momentMs(moment: string | null): number {
  return new Date(moment ?? Number.NaN).getTime();
}
