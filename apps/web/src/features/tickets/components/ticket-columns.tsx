import type { TicketRow } from '@yardage/contract/tickets';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE, type OrderType } from '@yardage/domain/orders';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { ticketStatusName } from '#web/patterns/ticket-status.tsx';
import { TICKET_HEADERS as HEADERS, TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-columns.module.css';
import { InvoiceLink, OrderLink, type TicketLinks } from './ticket-links.tsx';
import { TicketStatus } from './ticket-status.tsx';

type Column = TableColumn<TicketRow>;
type Formats = Pick<ReturnType<typeof useFormats>, 'dateTime' | 'time'>;
type TripTime = 'toJobTime' | 'onJobTime' | 'finishUnloadingTime';

const quantityOf = ({ totalQuantity, unitOfMeasure }: TicketRow): string => formatQuantity(totalQuantity, unitOfMeasure);

/** Concrete is poured; stone and block are unloaded. */
const tripTimeName = (id: TripTime, isPoured: boolean): string =>
  id === 'finishUnloadingTime' && !isPoured ? TICKETS_MESSAGES.unloaded : HEADERS[id];

/** A card has one line for the three trip times, so it shows the latest one. */
function lastTripTime(ticket: TicketRow, time: Formats['time']): string {
  const last = (['finishUnloadingTime', 'onJobTime', 'toJobTime'] as const).find((id) => ticket[id] !== null);
  return last ? `${tripTimeName(last, ticket.orderType === ORDER_TYPE.concrete)} ${time(ticket[last])}` : '';
}

/** Builds a column for one of the other fields of TKT-06, hidden until selected in the column menu. */
const hiddenColumn = (id: keyof typeof HEADERS & keyof TicketRow, size: number, options: Partial<Column> = {}): Column => ({
  id,
  header: HEADERS[id],
  size,
  isHiddenAtFirst: true,
  value: (ticket) => {
    const value = ticket[id];
    return typeof value === 'boolean' ? (value ? TICKETS_MESSAGES.yes : TICKETS_MESSAGES.no) : value;
  },
  ...options,
});

/**
 * Columns: ticket, status, load, the three trip times, order and invoice, then the other fields, hidden by default (TKT-06). `isPoured` is
 * false if no row is of concrete.
 */
export function ticketColumns({ dateTime, time }: Formats, links: TicketLinks, isPoured: boolean): Column[] {
  const tripTimeColumn = (id: TripTime, size: number, priority: number): Column => ({
    id,
    header: tripTimeName(id, isPoured),
    size,
    priority,
    sortKey: id,
    isDescFirst: true,
    value: (ticket) => dateTime(ticket[id]),
    // Only the time is shown because the ticket's date has its own column. The tooltip shows both.
    cell: (ticket) => <span title={dateTime(ticket[id])}>{time(ticket[id])}</span>,
  });
  const hiddenTimeColumn = (id: 'dueOnJobTime' | 'loadingTime'): Column =>
    hiddenColumn(id, 165, { sortKey: id, isDescFirst: true, value: (ticket) => dateTime(ticket[id]) });

  return [
    { id: 'ticketNumber', header: HEADERS.ticketNumber, size: 86, sortKey: 'ticketNumber', value: ({ ticketNumber }) => ticketNumber },
    {
      id: 'statusId',
      header: HEADERS.statusId,
      // Fits 'Finish Unloading'.
      size: 150,
      priority: 1,
      sortKey: 'statusId',
      card: 'status',
      value: ticketStatusName,
      cell: (ticket) => <TicketStatus ticket={ticket} onOpenDetails={links.openDetails} />,
    },
    {
      id: 'jobAddress',
      header: HEADERS.jobAddress,
      size: 138,
      minSize: 112,
      priority: 3,
      canGrow: true,
      wrapBelowPx: 260,
      sortKey: 'jobAddress',
      card: 'fact',
      value: ({ jobAddress }) => jobAddress,
    },
    {
      id: 'ticketDateTime',
      header: HEADERS.ticketDateTime,
      size: 147,
      minSize: 96,
      wrapBelowPx: 147,
      priority: 5,
      sortKey: 'ticketDateTime',
      isDescFirst: true,
      card: 'fact',
      value: ({ ticketDateTime }) => dateTime(ticketDateTime),
    },
    {
      id: 'orderNumber',
      header: HEADERS.orderNumber,
      size: 68,
      priority: 4,
      sortKey: 'orderNumber',
      value: ({ orderNumber }) => orderNumber,
      cell: (ticket) => <OrderLink ticket={ticket} links={links} />,
      card: 'body',
      cardCell: (ticket) => <TicketCardLinks ticket={ticket} links={links} />,
    },
    { id: 'truckNo', header: HEADERS.truckNo, size: 67, priority: 9, sortKey: 'truckNo', value: ({ truckNo }) => truckNo },
    {
      id: 'totalQuantity',
      header: HEADERS.totalQuantity,
      size: 84,
      priority: 2,
      align: 'end',
      sortKey: 'totalQuantity',
      isDescFirst: true,
      card: 'aside',
      value: ({ totalQuantity }) => totalQuantity,
      cell: quantityOf,
      cardCell: (ticket) => <strong>{quantityOf(ticket)}</strong>,
    },
    // Wider than the next, because the column after a figure has a larger inset.
    tripTimeColumn('toJobTime', 84, 8),
    tripTimeColumn('onJobTime', 76, 6),
    { ...tripTimeColumn('finishUnloadingTime', 78, 7), card: 'aside', cardCell: (ticket) => lastTripTime(ticket, time) },
    {
      id: 'invoiceDocumentNumber',
      header: HEADERS.invoiceDocumentNumber,
      size: 76,
      priority: 10,
      sortKey: 'invoiceDocumentNumber',
      value: ({ invoiceDocumentNumber }) => invoiceDocumentNumber,
      cell: (ticket) => <InvoiceLink ticket={ticket} links={links} />,
    },
    hiddenColumn('qtyDelivered', 100, { align: 'end', cell: ({ qtyDelivered }) => formatNumber(qtyDelivered) }),
    hiddenColumn('unitOfMeasure', 70),
    hiddenColumn('orderType', 110, { sortKey: 'orderType', value: ({ orderType }) => ORDER_TYPE_NAMES[orderType as OrderType] ?? '' }),
    hiddenColumn('job', 220, { sortKey: 'job' }),
    hiddenColumn('loadNumber', 70, { align: 'end', sortKey: 'loadNumber' }),
    hiddenColumn('plant', 150, { sortKey: 'plant' }),
    hiddenTimeColumn('dueOnJobTime'),
    hiddenTimeColumn('loadingTime'),
    hiddenColumn('signOff', 110, { value: ({ signOff }) => (signOff ? TICKETS_MESSAGES.signOffs[signOff] : '') }),
    hiddenColumn('isStreamingAvailable', 120),
    hiddenColumn('dataset', 100),
    hiddenColumn('altKeyTicketId', 180),
    hiddenColumn('id', 90, { align: 'end' }),
    hiddenColumn('orderId', 90, { align: 'end' }),
  ];
}

/** The bottom of a ticket's card on a phone: truck, order and invoice. */
function TicketCardLinks({ ticket, links }: { ticket: TicketRow; links: TicketLinks }) {
  return (
    <div className={classes.links}>
      {ticket.truckNo ? <span>{TICKETS_MESSAGES.onCard.truck(ticket.truckNo)}</span> : null}
      <OrderLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.order} />
      <InvoiceLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.invoice} />
    </div>
  );
}
