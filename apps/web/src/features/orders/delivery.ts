import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';

const MINUTE_MS = 60_000;
const ON_JOB_STATUS = 4;
const TO_JOB_STATUS = 3;
/** Statuses of orders for which more trucks may come. */
const OPEN_STATUSES: readonly number[] = [ORDER_STATUS.toBeShipped, ORDER_STATUS.willCall, ORDER_STATUS.shipping];

const OVER_STATUSES: readonly number[] = [ORDER_STATUS.deleted, ORDER_STATUS.complete, ORDER_STATUS.cancelled];

type Delivery = Pick<OrderDetail, 'orderStatusId' | 'qtyOrdered' | 'qtyDelivered' | 'interval' | 'loadCount' | 'startTime' | 'tickets'>;

/** The ticket under way that is furthest along, if a truck is under way at all. */
export function furthestTicket(tickets: readonly OrderTicket[]): OrderTicket | null {
  const underWay = tickets.filter(({ statusId }) => statusId < DELIVERED_STATUS);
  return underWay.reduce<OrderTicket | null>((best, ticket) => (best && best.statusId >= ticket.statusId ? best : ticket), null);
}

/** The ticket status that the delivery bar shows: the furthest truck's, else whether all is done (ORD-25, ORD-26). */
export function deliveryStatus({ orderStatusId, qtyOrdered, qtyDelivered, tickets }: Delivery): number {
  const furthest = furthestTicket(tickets);
  if (furthest) return furthest.statusId;
  const isDone = orderStatusId === ORDER_STATUS.complete || (qtyDelivered > 0 && qtyDelivered >= qtyOrdered);
  return isDone ? DELIVERED_STATUS : 0;
}

/** Whether no truck will come any more: deleted, complete or cancelled. */
export function isOver({ orderStatusId }: Pick<OrderDetail, 'orderStatusId'>): boolean {
  return OVER_STATUSES.includes(orderStatusId);
}

/** Whether the order changes by itself while one looks at it. */
export function isBeingDelivered({ orderStatusId, tickets }: Pick<OrderDetail, 'orderStatusId' | 'tickets'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || furthestTicket(tickets) !== null;
}

/** When the next truck comes, as far as the tickets and the schedule tell. */
export type NextTruck =
  | { kind: 'arriving'; inMinutes: number }
  | { kind: 'on-its-way' }
  | { kind: 'loading' }
  | { kind: 'scheduled'; at: string; isFirst: boolean };

/** The next truck that is not yet on the job: reckoned from the trips already made, else from the order's schedule. */
export function nextTruck(order: Delivery, now: Date): NextTruck | null {
  const coming = order.tickets.filter(({ statusId }) => statusId < ON_JOB_STATUS);
  const driving = coming.filter(({ statusId, toJobTime }) => statusId === TO_JOB_STATUS && toJobTime);
  if (driving.length > 0) {
    const travelMs = typicalTravelMs(order.tickets);
    if (travelMs === null) return { kind: 'on-its-way' };
    const arrivalMs = Math.min(...driving.map(({ toJobTime }) => momentMs(toJobTime) + travelMs));
    return { kind: 'arriving', inMinutes: Math.max(0, Math.round((arrivalMs - now.getTime()) / MINUTE_MS)) };
  }
  if (coming.length > 0) return { kind: 'loading' };
  return scheduledTruck(order, now);
}

function scheduledTruck({ orderStatusId, interval, loadCount, startTime, tickets }: Delivery, now: Date): NextTruck | null {
  const isMoreToCome = OPEN_STATUSES.includes(orderStatusId) && tickets.length < loadCount;
  if (!isMoreToCome) return null;
  const at = new Date(momentMs(startTime) + (interval ?? 0) * tickets.length * MINUTE_MS);
  return at > now ? { kind: 'scheduled', at: at.toISOString(), isFirst: tickets.length === 0 } : null;
}

/** The middle one of the trips from plant to job so far; a truck that had a flat tyre does not move it. */
function typicalTravelMs(tickets: readonly OrderTicket[]): number | null {
  const trips = tickets
    .filter(({ toJobTime, onJobTime }) => toJobTime && onJobTime)
    .map(({ toJobTime, onJobTime }) => momentMs(onJobTime) - momentMs(toJobTime))
    .sort((one, other) => one - other);
  return trips[Math.floor(trips.length / 2)] ?? null;
}

function momentMs(moment: string | null): number {
  return new Date(moment ?? Number.NaN).getTime();
}
