import type { OrderDetail, OrderTicket } from '@yardage/contract/orders';
import { formatDateMinute, formatTime, timeZoneName } from '@yardage/domain/dates';
import { extend, formatMoney, shareOf } from '@yardage/domain/money';
import { ORDER_TYPES, TICKET_STATUSES } from '@yardage/domain/names.messages';
import type { OrderType } from '@yardage/domain/orders';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { DocumentDefinition, Fact, Section, TableSection } from '#server/documents/document-definition';

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
const STATUSES_WITHOUT_ESTIMATE = new Set([0, 9]);

/** The order confirmation. */
export function orderDocument(order: OrderForDocument, { canSeePrices, timeZone }: OrderDocumentOptions): DocumentDefinition {
  return {
    title: 'Order confirmation',
    number: order.orderNumber,
    status: order.orderStatus,
    facts: orderFacts(order, timeZone),
    sections: [ticketTable(order, timeZone), ...(canSeePrices ? estimate(order) : [])],
  };
}

function orderFacts(order: OrderForDocument, timeZone: string): Fact[] {
  const amount = (quantity: number) => `${formatQuantityOnPaper(quantity)} ${order.unitOfMeasure}`;
  const loads = [String(order.loadCount), order.interval === null ? '' : `every ${order.interval} min`].filter(Boolean).join(', ');
  return [
    { label: 'Customer', value: order.customerName, span: 2 },
    { label: 'Job', value: order.job, span: 2 },
    { label: 'PO number', value: order.poNumber },
    { label: 'Ordered by', value: order.orderedBy },
    { label: 'Delivery address', value: [order.jobAddress1, order.jobAddress2].filter(Boolean).join('\n'), span: 2 },
    { label: `Start time (${timeZoneName(timeZone)})`, value: formatDateMinute(order.startTime, timeZone) },
    { label: 'Loads', value: loads },
    { label: 'Product', value: order.mix, span: 2 },
    { label: 'Ordered', value: amount(order.qtyOrdered) },
    { label: 'Delivered', value: amount(order.qtyDelivered) },
    { label: 'In transit', value: amount(order.inTransitQty), span: 2 },
    { label: 'Plant', value: `${order.plantNumber} ${order.plant}` },
    { label: 'Order type', value: ORDER_TYPES[order.orderType as OrderType] ?? null },
    { label: 'Quote', value: [order.quoteNumber, order.quoteName].filter(Boolean).join(' '), span: 2 },
  ];
}

function ticketTable(order: OrderForDocument, timeZone: string): TableSection {
  const { tickets } = order;
  const time = (moment: string | null) => (moment === null ? '' : formatTime(moment, timeZone));
  const total = tickets.reduce((sum, ticket) => sum + Math.round(ticket.quantity * 100), 0) / 100;
  const isOneUnit = tickets.every((ticket) => ticket.unitOfMeasure === order.unitOfMeasure);
  const quantity = (ticket: OrderTicket) => formatQuantityOnPaper(ticket.quantity) + (isOneUnit ? '' : ` ${ticket.unitOfMeasure}`);
  return {
    kind: 'table',
    heading: 'Tickets',
    columns: [
      { header: 'Ticket' },
      { header: 'Load', align: 'right' },
      { header: 'Truck' },
      { header: 'Status' },
      { header: isOneUnit ? `Quantity, ${order.unitOfMeasure}` : 'Quantity', align: 'right' },
      { header: 'Ticketed' },
      { header: 'Loading' },
      { header: 'Leave\nPlant' },
      { header: 'Arrived\nJob' },
      { header: 'Finished\nPour' },
    ],
    rows: tickets.map((ticket) => [
      ticket.ticketNumber,
      String(ticket.loadNumber),
      ticket.truckNo ?? '',
      TICKET_STATUSES[ticket.statusId as TicketStatusId] ?? '',
      quantity(ticket),
      formatDateMinute(ticket.ticketDateTime, timeZone),
      time(ticket.loadingTime),
      time(ticket.toJobTime),
      time(ticket.onJobTime),
      time(ticket.finishUnloadingTime),
    ]),
    ...(isOneUnit ? { footer: ['Total', '', '', '', formatQuantityOnPaper(total)] } : {}),
    emptyText: 'No load of this order has been ticketed yet.',
  };
}

function estimate({ unitPriceCents, taxRatePpm, qtyOrdered, unitOfMeasure, orderStatusId }: OrderForDocument): Section[] {
  if (unitPriceCents === null || STATUSES_WITHOUT_ESTIMATE.has(orderStatusId)) return [];
  const extended = extend(unitPriceCents, qtyOrdered);
  const tax = shareOf(extended, taxRatePpm);
  return [
    {
      kind: 'totals',
      lines: [
        {
          label: `${formatQuantityOnPaper(qtyOrdered)} ${unitOfMeasure} at ${formatMoney(unitPriceCents)} per ${unitOfMeasure}`,
          amount: formatMoney(extended),
        },
        { label: `Tax, ${taxRatePpm / 10_000}%`, amount: formatMoney(tax) },
        { label: 'Estimated total', amount: formatMoney(extended + tax) },
      ],
      note: 'The estimate is for the quantity ordered. Invoices are for the quantity delivered and the charges on its tickets.',
    },
  ];
}
