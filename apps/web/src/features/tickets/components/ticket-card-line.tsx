import type { TicketRow } from '@yardage/contract/tickets';
import { formatQuantity } from '@yardage/domain/quantities';
import { TICKET_HEADERS, TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-card-line.module.css';
import { InvoiceLink, OrderLink, type TicketLinks } from './ticket-links.tsx';

interface TicketCardLineProps {
  ticket: TicketRow;
  links: TicketLinks;
  time: (moment: string | null) => string;
}

/** The end of a ticket's card on a phone: load, truck and the last passage; order and invoice. */
export function TicketCardLine({ ticket, links, time }: TicketCardLineProps) {
  const { totalQuantity, unitOfMeasure, truckNo } = ticket;
  const facts = [
    formatQuantity(totalQuantity, unitOfMeasure),
    truckNo ? TICKETS_MESSAGES.onCard.truck(truckNo) : '',
    lastPassage(ticket, time),
  ];
  return (
    <div className={classes.line}>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={classes.links}>
        <OrderLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.order} />
        <InvoiceLink ticket={ticket} links={links} text={TICKETS_MESSAGES.onCard.invoice} />
      </span>
    </div>
  );
}

function lastPassage(ticket: TicketRow, time: TicketCardLineProps['time']): string {
  const last = (['finishUnloadingTime', 'onJobTime', 'toJobTime'] as const).find((passage) => ticket[passage] !== null);
  return last ? `${TICKET_HEADERS[last]} ${time(ticket[last])}` : '';
}
