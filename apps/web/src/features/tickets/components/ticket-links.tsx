import type { TicketRow } from '@yardage/contract/tickets';
import { CellLink } from '#web/patterns/data-table/cell-link.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';

/** A ticket that is on an invoice, as far as a link to it needs to know. */
export type InvoicedTicket = Pick<TicketRow, 'id' | 'orderId'> & { invoiceDocumentNumber: string };

/** Where a row of the list leads beside its ticket; no link where the user may not go. */
export interface TicketLinks {
  openDetails: (ticketId: number) => void;
  order: { href: (orderId: number) => string; open: (orderId: number) => void } | null;
  invoice: { href: (ticket: InvoicedTicket) => string; open: (ticket: InvoicedTicket) => void } | null;
}

interface LinkProps {
  ticket: TicketRow;
  links: TicketLinks;
  /** What stands there instead of the bare number. */
  text?: (number: string) => string;
}

const bare = (number: string): string => number;

/** The ticket's order, a link with orders.view (TKT-09). */
export function OrderLink({ ticket: { orderId, orderNumber }, links: { order }, text = bare }: LinkProps) {
  if (!order) return text(orderNumber);
  return (
    <CellLink href={order.href(orderId)} label={TICKETS_MESSAGES.openOrder(orderNumber)} onOpen={() => order.open(orderId)}>
      {text(orderNumber)}
    </CellLink>
  );
}

/** The ticket's invoice, a link for those who may see it (TKT-10). */
export function InvoiceLink({ ticket: { id, orderId, invoiceDocumentNumber: number }, links: { invoice }, text = bare }: LinkProps) {
  if (!number) return null;
  if (!invoice) return text(number);
  const ticket = { id, orderId, invoiceDocumentNumber: number };
  return (
    <CellLink href={invoice.href(ticket)} label={TICKETS_MESSAGES.openInvoice(number)} onOpen={() => invoice.open(ticket)}>
      {text(number)}
    </CellLink>
  );
}
