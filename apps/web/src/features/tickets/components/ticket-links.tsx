import type { TicketRow } from '@yardage/contract/tickets';
import { CellLink } from '#web/patterns/data-table/row-controls.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';

/** The fields of an invoiced ticket that a link to its invoice needs. */
export type InvoicedTicket = Pick<TicketRow, 'id' | 'orderId'> & { invoiceDocumentNumber: string };

/** The links of a row in the list. A link is null if the user lacks the permission. */
export interface TicketLinks {
  openDetails: (ticketId: number) => void;
  order: { href: (orderId: number) => string; open: (orderId: number) => void } | null;
  invoice: { href: (ticket: InvoicedTicket) => string; open: (ticket: InvoicedTicket) => void } | null;
}

interface LinkProps {
  ticket: TicketRow;
  links: TicketLinks;
  /** Returns the link text. Defaults to the number itself. */
  text?: (number: string) => string;
}

const bare = (number: string): string => number;

/** The ticket's order, as a link with orders.view (TKT-09). */
export function OrderLink({ ticket: { orderId, orderNumber }, links: { order }, text = bare }: LinkProps) {
  if (!order) return text(orderNumber);
  return (
    <CellLink href={order.href(orderId)} label={TICKETS_MESSAGES.openOrder(orderNumber)} onOpen={() => order.open(orderId)}>
      {text(orderNumber)}
    </CellLink>
  );
}

/** The ticket's invoice, as a link if the user may see it (TKT-10). */
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
