import type { TicketRow } from '@yardage/contract/tickets';
import { ORDER_TYPES, type OrderType } from '@yardage/domain/orders';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { TICKET_HEADERS as HEADERS, TICKETS_MESSAGES } from '../tickets.messages.ts';
import { TicketCardLine } from './ticket-card-line.tsx';
import { InvoiceLink, OrderLink, type TicketLinks } from './ticket-links.tsx';
import { statusName, TicketStatus } from './ticket-status.tsx';

type Column = TableColumn<TicketRow>;
type Formats = Pick<ReturnType<typeof useFormats>, 'dateTime' | 'time'>;
type Passage = 'toJobTime' | 'onJobTime' | 'finishUnloadingTime';

/** A further field of TKT-06, in the column menu until somebody wants it. */
const further = (id: keyof typeof HEADERS & keyof TicketRow, size: number, options: Partial<Column> = {}): Column => ({
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

/** The ticket, where it is and what it carries, the three passages, order and invoice; then the other fields, hidden at first (TKT-06). */
export function ticketColumns({ dateTime, time }: Formats, links: TicketLinks, isPhone: boolean): Column[] {
  const passage = (id: Passage, size: number): Column => ({
    id,
    header: HEADERS[id],
    size,
    sortKey: id,
    isDescFirst: true,
    value: (ticket) => dateTime(ticket[id]),
    // The day stands in the ticket's own date; pointing at the time says it again.
    cell: (ticket) => <span title={dateTime(ticket[id])}>{time(ticket[id])}</span>,
  });
  const moment = (id: 'dueOnJobTime' | 'loadingTime'): Column =>
    further(id, 165, { sortKey: id, isDescFirst: true, value: (ticket) => dateTime(ticket[id]) });

  return [
    { id: 'ticketNumber', header: HEADERS.ticketNumber, size: 82, sortKey: 'ticketNumber', value: ({ ticketNumber }) => ticketNumber },
    {
      id: 'statusId',
      header: HEADERS.statusId,
      size: 138,
      sortKey: 'statusId',
      card: 'status',
      value: ({ statusId }) => statusName(statusId),
      cell: (ticket) => <TicketStatus ticket={ticket} onOpenDetails={links.openDetails} />,
    },
    {
      id: 'jobAddress',
      header: HEADERS.jobAddress,
      size: 146,
      canGrow: true,
      canWrap: true,
      sortKey: 'jobAddress',
      card: 'fact',
      value: ({ jobAddress }) => jobAddress,
    },
    {
      id: 'ticketDateTime',
      header: HEADERS.ticketDateTime,
      size: 148,
      sortKey: 'ticketDateTime',
      isDescFirst: true,
      card: 'fact',
      value: ({ ticketDateTime }) => dateTime(ticketDateTime),
    },
    {
      id: 'orderNumber',
      header: HEADERS.orderNumber,
      size: 68,
      sortKey: 'orderNumber',
      value: ({ orderNumber }) => orderNumber,
      cell: (ticket) => <OrderLink ticket={ticket} links={links} />,
    },
    { id: 'truckNo', header: HEADERS.truckNo, size: 68, sortKey: 'truckNo', value: ({ truckNo }) => truckNo },
    {
      id: 'totalQuantity',
      header: HEADERS.totalQuantity,
      size: 84,
      align: 'end',
      sortKey: 'totalQuantity',
      isDescFirst: true,
      card: 'body',
      value: ({ totalQuantity }) => totalQuantity,
      cell: (ticket) =>
        isPhone ? <TicketCardLine ticket={ticket} links={links} time={time} /> : formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure),
    },
    passage('toJobTime', 70),
    passage('onJobTime', 78),
    passage('finishUnloadingTime', 84),
    {
      id: 'invoiceDocumentNumber',
      header: HEADERS.invoiceDocumentNumber,
      size: 76,
      sortKey: 'invoiceDocumentNumber',
      value: ({ invoiceDocumentNumber }) => invoiceDocumentNumber,
      cell: (ticket) => <InvoiceLink ticket={ticket} links={links} />,
    },
    further('qtyDelivered', 100, { align: 'end', cell: ({ qtyDelivered }) => formatNumber(qtyDelivered) }),
    further('unitOfMeasure', 70),
    further('orderType', 110, { sortKey: 'orderType', value: ({ orderType }) => ORDER_TYPES[orderType as OrderType] ?? '' }),
    further('job', 220, { sortKey: 'job' }),
    further('loadNumber', 70, { align: 'end', sortKey: 'loadNumber' }),
    further('plant', 150, { sortKey: 'plant' }),
    moment('dueOnJobTime'),
    moment('loadingTime'),
    further('isStreamingAvailable', 120),
    further('dataset', 100),
    further('altKeyTicketId', 180),
    further('id', 90, { align: 'end' }),
    further('orderId', 90, { align: 'end' }),
  ];
}
