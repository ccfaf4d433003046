import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { formatDateMinute, formatTime, timeZoneName } from '@yardage/domain/dates';
import { formatMoney, lineAmount, shareOf } from '@yardage/domain/money';
import { ORDER_STATUS_NAMES, ORDER_TYPE_NAMES, TICKET_STATUS_NAMES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { ORDER_STATUS, ORDER_TYPE, type OrderStatusId, type OrderType } from '@yardage/domain/orders';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { DocumentDefinition, Fact, Section, TableSection } from '#server/documents/document-definition';
import { LABELS, ORDER_DOCUMENT as TEXTS } from '#server/documents/documents.messages';

/** An order with the extra fields of its confirmation document. */
export type OrderForDocument = OrderDetail & {
  unitPriceCents: number | null;
  taxRatePpm: number;
};

export interface OrderDocumentOptions {
  /** If false, the document shows no prices or amounts. */
  canSeePrices: boolean;
  /** The time zone of the data source; all times are shown in it. */
  timeZone: string;
}

/** Deleted and cancelled orders show no estimate. */
const STATUSES_WITHOUT_ESTIMATE = new Set<number>([ORDER_STATUS.deleted, ORDER_STATUS.cancelled]);

/** No load will come any more. */
const OVER_STATUSES = new Set<number>([...STATUSES_WITHOUT_ESTIMATE, ORDER_STATUS.complete]);

/** The order confirmation. */
export function orderDocument(order: OrderForDocument, { canSeePrices, timeZone }: OrderDocumentOptions): DocumentDefinition {
  return {
    title: TEXTS.title,
    number: order.orderNumber,
    status: ORDER_STATUS_NAMES[order.orderStatusId as OrderStatusId] ?? '',
    facts: orderFacts(order, timeZone),
    sections: [ticketTable(order, timeZone), ...(canSeePrices ? estimate(order) : [])],
  };
}

function orderFacts(order: OrderForDocument, timeZone: string): Fact[] {
  const amount = (quantity: number) => `${formatQuantityOnPaper(quantity)} ${order.unitOfMeasure}`;
  const loads = [order.loadCount > 0 ? String(order.loadCount) : '', order.interval === null ? '' : TEXTS.interval(order.interval)]
    .filter(Boolean)
    .join(', ');
  return [
    { label: LABELS.customer, value: order.customerName, span: 2 },
    { label: LABELS.job, value: order.job, span: 2 },
    { label: LABELS.poNumber, value: order.poNumber },
    { label: LABELS.orderedBy, value: order.orderedBy },
    { label: LABELS.deliveryAddress, value: [order.jobAddress1, order.jobAddress2].filter(Boolean).join('\n'), span: 2 },
    { label: TEXTS.startTime(timeZoneName(timeZone)), value: formatDateMinute(order.startTime, timeZone) },
    { label: TEXTS.loads, value: loads },
    { label: LABELS.product, value: order.mix, span: 2 },
    { label: TEXTS.ordered, value: amount(order.qtyOrdered) },
    { label: TEXTS.delivered, value: amount(order.qtyDelivered) },
    { label: TEXTS.inTransit, value: amount(order.inTransitQty), span: 2 },
    { label: LABELS.plant, value: `${order.plantNumber} ${order.plant}` },
    { label: TEXTS.orderType, value: ORDER_TYPE_NAMES[order.orderType as OrderType] ?? null },
    { label: LABELS.quote, value: [order.quoteNumber, order.quoteName].filter(Boolean).join(' '), span: 2 },
  ];
}

function ticketTable(order: OrderForDocument, timeZone: string): TableSection {
  const { tickets } = order;
  const time = (moment: string | null) => (moment === null ? '' : formatTime(moment, timeZone));
  // A cancelled ticket or a rejected load is listed, but it delivered nothing.
  const counts = ({ isCancelled, signOff }: OrderTicket) => !isCancelled && signOff !== 'rejected';
  const total = tickets.reduce((sum, ticket) => sum + (counts(ticket) ? Math.round(ticket.quantity * 100) : 0), 0) / 100;
  const isOneUnit = tickets.every((ticket) => ticket.unitOfMeasure === order.unitOfMeasure);
  const quantity = (ticket: OrderTicket) => formatQuantityOnPaper(ticket.quantity) + (isOneUnit ? '' : ` ${ticket.unitOfMeasure}`);
  return {
    kind: 'table',
    heading: TEXTS.tickets,
    columns: [
      { header: LABELS.ticket },
      { header: LABELS.load, align: 'right' },
      { header: LABELS.truck },
      { header: LABELS.status },
      { header: isOneUnit ? TEXTS.quantityIn(order.unitOfMeasure) : LABELS.quantity, align: 'right' },
      { header: TEXTS.ticketed },
      { header: LABELS.loading },
      { header: TEXTS.leavePlant },
      { header: TEXTS.arrivedJob },
      { header: order.orderType === ORDER_TYPE.concrete ? TEXTS.finishedPour : TEXTS.unloaded },
    ],
    rows: tickets.map((ticket) => [
      ticket.ticketNumber,
      String(ticket.loadNumber),
      ticket.truckNo ?? '',
      statusOf(ticket),
      quantity(ticket),
      formatDateMinute(ticket.ticketDateTime, timeZone),
      time(ticket.loadingTime),
      time(ticket.toJobTime),
      time(ticket.onJobTime),
      time(ticket.finishUnloadingTime),
    ]),
    ...(isOneUnit ? { footer: [TEXTS.total, '', '', '', formatQuantityOnPaper(total)] } : {}),
    emptyText: OVER_STATUSES.has(order.orderStatusId) ? TEXTS.noTickets : TEXTS.noTicketsYet,
  };
}

function statusOf({ isCancelled, signOff, statusId }: OrderTicket): string {
  if (isCancelled) return TICKET_WORDS.cancelled;
  return signOff === 'rejected' ? TICKET_WORDS.rejected : (TICKET_STATUS_NAMES[statusId as TicketStatusId] ?? '');
}

function estimate({ unitPriceCents, taxRatePpm, qtyOrdered, unitOfMeasure, orderStatusId }: OrderForDocument): Section[] {
  if (unitPriceCents === null || STATUSES_WITHOUT_ESTIMATE.has(orderStatusId)) return [];
  const extended = lineAmount(unitPriceCents, qtyOrdered);
  const tax = shareOf(extended, taxRatePpm);
  return [
    {
      kind: 'totals',
      lines: [
        {
          label: TEXTS.quantityAtPrice(formatQuantityOnPaper(qtyOrdered), unitOfMeasure, formatMoney(unitPriceCents)),
          amount: formatMoney(extended),
        },
        { label: TEXTS.taxRate(taxRatePpm / 10_000), amount: formatMoney(tax) },
        { label: TEXTS.estimatedTotal, amount: formatMoney(extended + tax) },
      ],
      note: TEXTS.estimateNote,
    },
  ];
}
