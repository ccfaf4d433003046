import { ORDER_STATUS } from './orders.ts';
import { type LoadPlace, TICKET_STATUS } from './tickets.ts';

export interface OrderQuantities {
  orderStatusId: number;
  qtyOrdered: number;
  qtyDelivered: number;
  inTransitQty: number;
}

/** An order's quantities under way, by place. */
export interface QuantitiesUnderWay {
  atPlantQty: number;
  onRoadQty: number;
  onJobQty: number;
}

/** Returns the quantities to show by place; a cancelled order has nothing under way (ORD-22). */
export function quantitiesUnderWay(order: QuantitiesUnderWay & { orderStatusId: number }): Record<LoadPlace, number> {
  if (order.orderStatusId === ORDER_STATUS.cancelled) return { plant: 0, road: 0, job: 0 };
  return { plant: order.atPlantQty, road: order.onRoadQty, job: order.onJobQty };
}

/** What an order's progress bar shows; shares are percent of its width. */
export interface OrderProgress {
  isCancelled: boolean;
  delivered: number;
  inTransit: number;
  remaining: number;
  deliveredShare: number;
  inTransitShare: number;
}

/** ORD-21 to ORD-24: delivered fills at most the whole bar, in transit at most the rest. A cancelled order shows no quantities. */
export function orderProgress({ orderStatusId, qtyOrdered, qtyDelivered, inTransitQty }: OrderQuantities): OrderProgress {
  if (orderStatusId === ORDER_STATUS.cancelled) {
    return { isCancelled: true, delivered: 0, inTransit: 0, remaining: 0, deliveredShare: 0, inTransitShare: 0 };
  }
  // Quantities have two decimals; their difference should, too.
  const remaining = Math.max(0, Math.round((qtyOrdered - qtyDelivered) * 100) / 100);
  const deliveredShare = share(qtyDelivered, qtyOrdered);
  const inTransitShare = Math.min(share(inTransitQty, qtyOrdered), 100 - deliveredShare);
  return { isCancelled: false, delivered: qtyDelivered, inTransit: inTransitQty, remaining, deliveredShare, inTransitShare };
}

function share(part: number, whole: number): number {
  if (whole <= 0) return part > 0 ? 100 : 0;
  return Math.min(100, Math.max(0, (part / whole) * 100));
}

/** The steps of a concrete delivery, each with the ticket status that reaches it. */
export const DELIVERY_STEPS = [
  { id: 'loading', fromStatus: TICKET_STATUS.loaded },
  { id: 'enroute', fromStatus: TICKET_STATUS.toJob },
  { id: 'onJob', fromStatus: TICKET_STATUS.onJob },
  { id: 'completed', fromStatus: TICKET_STATUS.finished },
] as const;

/** Returns the bar width of a concrete delivery in percent, by ticket status (ORD-25, ORD-26). */
export function deliveryBarWidth(ticketStatusId: number): 0 | 9 | 39 | 65 | 100 {
  if (ticketStatusId < TICKET_STATUS.loaded) return 0;
  if (ticketStatusId === TICKET_STATUS.loaded) return 9;
  if (ticketStatusId === TICKET_STATUS.toJob) return 39;
  return ticketStatusId < TICKET_STATUS.finished ? 65 : 100;
}
