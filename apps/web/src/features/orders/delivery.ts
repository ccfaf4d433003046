import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { MINUTE_MS } from '@yardage/domain/durations';
import { ETA_BELOW_STATUS } from '@yardage/domain/eta';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { plannedLoads } from '@yardage/domain/pour-facts';
import { DELIVERED_STATUS, type LoadPlace, loadPlace } from '@yardage/domain/tickets';

/** Order statuses in which more trucks may come. */
const OPEN_STATUSES: readonly number[] = [ORDER_STATUS.toBeShipped, ORDER_STATUS.willCall, ORDER_STATUS.shipping];

/** Order statuses in which finished tickets do not count as a delivery. */
const VOID_STATUSES: readonly number[] = [ORDER_STATUS.deleted, ORDER_STATUS.cancelled];
const OVER_STATUSES: readonly number[] = [...VOID_STATUSES, ORDER_STATUS.complete];

export type Delivery = Pick<
  OrderDetail,
  'orderStatusId' | 'orderType' | 'qtyOrdered' | 'qtyDelivered' | 'interval' | 'loadCount' | 'startTime' | 'tickets'
>;

/** Leaves cancelled tickets out: their loads count nowhere. */
export const loadsOf = (tickets: readonly OrderTicket[]): OrderTicket[] => tickets.filter(({ isCancelled }) => !isCancelled);

/** Leaves rejected loads out, too: they are over, but not delivered. */
export const acceptedLoads = (tickets: readonly OrderTicket[]): OrderTicket[] =>
  loadsOf(tickets).filter(({ signOff }) => signOff !== 'rejected');

/** Returns the unfinished ticket that is furthest along, or null if there is none. */
export function furthestTicket(tickets: readonly OrderTicket[]): OrderTicket | null {
  const underWay = acceptedLoads(tickets).filter(({ statusId }) => statusId < DELIVERED_STATUS);
  return underWay.reduce<OrderTicket | null>((best, ticket) => (best && best.statusId >= ticket.statusId ? best : ticket), null);
}

/** Returns the ticket status for the delivery bar: that of the furthest truck, else that of the finished loads (ORD-25, ORD-26). */
export function deliveryStatus({ orderStatusId, tickets }: Pick<Delivery, 'orderStatusId' | 'tickets'>): number {
  const furthest = furthestTicket(tickets);
  if (furthest) return furthest.statusId;
  const isFinished = acceptedLoads(tickets).length > 0 && !VOID_STATUSES.includes(orderStatusId);
  return isFinished || orderStatusId === ORDER_STATUS.complete ? DELIVERED_STATUS : 0;
}

/** Whether the whole order is delivered, so that the last finished load was the final one. */
export function isAllDelivered({ orderStatusId, qtyOrdered, qtyDelivered }: Omit<Delivery, 'tickets'>): boolean {
  return orderStatusId === ORDER_STATUS.complete || (qtyDelivered > 0 && qtyDelivered >= qtyOrdered);
}

/** Whether no more trucks will come: the order is deleted, complete or cancelled. */
export function isOver({ orderStatusId }: Pick<OrderDetail, 'orderStatusId'>): boolean {
  return OVER_STATUSES.includes(orderStatusId);
}

/** Whether trucks are under way, so that the order changes without user action. */
export function isBeingDelivered({ orderStatusId, tickets }: Pick<OrderDetail, 'orderStatusId' | 'tickets'>): boolean {
  return orderStatusId === ORDER_STATUS.shipping || furthestTicket(tickets) !== null;
}

/** When the next truck arrives: its ETA, its place if there is no ETA, or its scheduled time. */
export type NextTruck =
  | { kind: 'expected'; at: string }
  | { kind: 'under-way'; place: LoadPlace }
  | { kind: 'scheduled'; at: string; isFirst: boolean };

/** Returns the next truck that is not on the job yet: by the server's ETA, else by its place, else by the order's schedule. */
export function nextTruck(order: Delivery, now: Date): NextTruck | null {
  const coming = loadsOf(order.tickets).filter(({ statusId }) => statusId < ETA_BELOW_STATUS);
  const [at] = coming.flatMap(({ expectedArrivalTime }) => expectedArrivalTime ?? []).toSorted();
  if (at) return { kind: 'expected', at };
  const places = coming.map(({ statusId }) => loadPlace(statusId));
  if (places.length > 0) return { kind: 'under-way', place: places.includes('road') ? 'road' : 'plant' };
  return scheduledTruck(order, now);
}

/** Returns how many loads the order has in all, as far as that is known. */
export function loadsInAll({ qtyOrdered: ordered, loadCount, orderType, tickets }: Delivery): number {
  const loads = loadsOf(tickets).map(({ quantity, signOff }) => ({ quantity, isRejected: signOff === 'rejected' }));
  return Math.max(loads.length, plannedLoads({ loadCount, ordered, orderType }, loads));
}

function scheduledTruck(order: Delivery, now: Date): NextTruck | null {
  const { orderStatusId, interval, startTime, tickets } = order;
  const loaded = loadsOf(tickets).length;
  const isMoreToCome = OPEN_STATUSES.includes(orderStatusId) && loaded < loadsInAll(order);
  if (!isMoreToCome) return null;
  const at = new Date(momentMs(startTime) + (interval ?? 0) * loaded * MINUTE_MS);
  return at > now ? { kind: 'scheduled', at: at.toISOString(), isFirst: loaded === 0 } : null;
}

function momentMs(moment: string | null): number {
  return new Date(moment ?? Number.NaN).getTime();
}
