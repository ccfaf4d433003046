import type { TicketRow } from '@yardage/contract/tickets';
import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { loadPlace } from '@yardage/domain/tickets';
import { capitalised } from '#web/lib/formats/capitalised.ts';
import { LiveTruck } from '#web/patterns/live-truck.tsx';
import { hasLiveTruck, TicketMark } from '#web/patterns/ticket-status.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-status.module.css';

/**
 * A ticket's status. While loaded or driving to the job, it has a truck icon that opens the map, or the ticket without access to the map
 * (TKT-07).
 */
export function TicketStatus({ ticket, onOpenDetails }: { ticket: TicketRow; onOpenDetails: (ticketId: number) => void }) {
  const { id, statusId, ticketNumber } = ticket;
  const place = capitalised(LOAD_PLACES[loadPlace(statusId) ?? 'road']);
  return (
    <span className={classes.status}>
      <TicketMark ticket={ticket} />
      {hasLiveTruck(ticket) ? (
        <LiveTruck
          ticketId={id}
          title={place}
          label={TICKETS_MESSAGES.openLive(place, ticketNumber)}
          otherwise={{ label: TICKETS_MESSAGES.openLiveDetails(place, ticketNumber), run: () => onOpenDetails(id) }}
        />
      ) : null}
    </span>
  );
}
