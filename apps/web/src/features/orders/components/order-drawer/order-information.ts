import type { OrderDetail } from '@yardage/contract/orders';
import { ORDER_TYPES, type OrderType } from '@yardage/domain/orders';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { ORDER_DETAIL_MESSAGES as WORDS } from '../../order-detail.messages.ts';

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
    { label: WORDS.jobAddress, value: jobAddress },
    { label: WORDS.product, value: order.mix },
    { label: WORDS.startTime, value: dateTime(order.startTime) },
    { label: WORDS.plant, value: [order.plant, order.plantNumber].filter(Boolean).join(' · ') },
    { label: WORDS.jobStart, value: time(order.startTime) },
    { label: WORDS.shipDate, value: formatDay(order.shipDate) },
    { label: WORDS.poNumber, value: order.poNumber },
    { label: WORDS.orderedBy, value: order.orderedBy },
    { label: WORDS.qtyOrdered, value: quantity(order.qtyOrdered) },
    { label: WORDS.qtyDelivered, value: quantity(delivered) },
    { label: WORDS.inTransitQty, value: quantity(inTransit) },
    { label: WORDS.loads, value: formatNumber(order.loadCount) },
    { label: WORDS.interval, value: order.interval === null ? null : WORDS.intervalMinutes(order.interval) },
    { label: order.tickets.length > 0 ? WORDS.ticketTime : WORDS.ticketTimePlanned, value: dateTime(order.ticketTime) },
    { label: WORDS.onJobTime, value: dateTime(order.onJobTime) },
    ...(order.shipToAddress === jobAddress ? [] : [{ label: WORDS.shipTo, value: order.shipToAddress }]),
    { label: WORDS.quote, value: [order.quoteNumber, order.quoteName].filter(Boolean).join(' · ') },
    { label: WORDS.orderType, value: ORDER_TYPES[order.orderType as OrderType] },
    { label: WORDS.dataset, value: order.dataset },
    { label: WORDS.reference, value: order.altKeyOrderId },
  ];
}
