import type { OrderDetail } from '@yardage/contract/orders';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { acceptedLoads, type Delivery, deliveryStatus, furthestTicket, isAllDelivered, loadsInAll, loadsOf } from '../../delivery.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';

type Formats = Pick<ReturnType<typeof useFormats>, 'time' | 'dateTime'>;

/** Joins the two lines of an address into one (ORD-13). */
export function joinAddress({ jobAddress1, jobAddress2 }: Pick<OrderDetail, 'jobAddress1' | 'jobAddress2'>): string {
  return [jobAddress1, jobAddress2].filter(Boolean).join(', ');
}

/** Returns the rows of the order's information card (ORD-12 to ORD-14). */
export function orderRows(order: OrderDetail, { time, dateTime }: Formats): InfoRow[] {
  const quantity = (value: number): string => formatQuantity(value, order.unitOfMeasure);
  const jobAddress = joinAddress(order);
  const { delivered, inTransit } = orderProgress(order);
  return [
    { label: MESSAGES.jobAddress, value: jobAddress },
    { label: MESSAGES.product, value: order.mix },
    { label: MESSAGES.startTime, value: dateTime(order.startTime) },
    { label: MESSAGES.plant, value: [order.plant, order.plantNumber].filter(Boolean).join(' · ') },
    { label: MESSAGES.jobStart, value: time(order.startTime) },
    { label: MESSAGES.shipDate, value: formatDay(order.shipDate) },
    { label: MESSAGES.poNumber, value: order.poNumber },
    { label: MESSAGES.orderedBy, value: order.orderedBy },
    { label: MESSAGES.qtyOrdered, value: quantity(order.qtyOrdered) },
    { label: MESSAGES.qtyDelivered, value: quantity(delivered) },
    { label: MESSAGES.inTransitQty, value: quantity(inTransit) },
    { label: MESSAGES.loads, value: order.loadCount > 0 ? formatNumber(order.loadCount) : null },
    { label: MESSAGES.interval, value: order.interval === null ? null : MESSAGES.intervalMinutes(order.interval) },
    { label: order.tickets.length > 0 ? MESSAGES.ticketTime : MESSAGES.ticketTimePlanned, value: dateTime(order.ticketTime) },
    { label: MESSAGES.onJobTime, value: dateTime(order.onJobTime) },
    ...(order.shipToAddress === jobAddress ? [] : [{ label: MESSAGES.shipTo, value: order.shipToAddress }]),
    { label: MESSAGES.quote, value: [order.quoteNumber, order.quoteName].filter(Boolean).join(' · ') },
    { label: MESSAGES.orderType, value: ORDER_TYPE_NAMES[order.orderType as OrderType] },
    { label: MESSAGES.dataset, value: order.dataset },
    { label: MESSAGES.reference, value: order.altKeyOrderId },
  ];
}

/** Returns the text beside the delivery bar: the furthest truck, or how many loads are delivered (ORD-25 to ORD-27). */
export function deliveryCaption(order: Delivery): string {
  const count = loadsOf(order.tickets).length;
  const loads = loadsInAll(order);
  if (order.orderType !== ORDER_TYPE.concrete) return MESSAGES.ticketCount(count, loads);
  const furthest = furthestTicket(order.tickets);
  if (!furthest && deliveryStatus(order) !== DELIVERED_STATUS) return MESSAGES.noTruck;
  if (!furthest) return isAllDelivered(order) ? MESSAGES.allDelivered : MESSAGES.someDelivered(acceptedLoads(order.tickets).length, loads);
  return furthest.truckNo
    ? MESSAGES.furthestTruck(furthest.truckNo, furthest.loadNumber, loads)
    : MESSAGES.furthestLoad(furthest.loadNumber, loads);
}
