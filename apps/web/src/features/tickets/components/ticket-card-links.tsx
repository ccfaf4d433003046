import type { TicketRow } from '@yardage/contract/tickets';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-card-links.module.css';
import { InvoiceLink, OrderLink, type TicketLinks } from './ticket-links.tsx';

/** The bottom of a ticket's card on a phone: truck, order and invoice. */
export function TicketCardLinks({ ticket, links }: { ticket: TicketRow; links: TicketLinks }) {
  return (
    <div className={classes.links}>
      {ticket.truckNo ? <span>{TICKETS_MESSAGES.onCard.truck(ticket.truckNo)}</span> : null}
      <OrderLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.order} />
      <InvoiceLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.invoice} />
    </div>
  );
}
