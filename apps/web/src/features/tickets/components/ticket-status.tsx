import type { TicketRow } from '@yardage/contract/tickets';
import {
  DELIVERED_STATUS,
  IN_TRANSIT_FROM_STATUS,
  LOAD_PLACES,
  loadPlace,
  TICKET_STATUSES,
  type TicketStatusId,
} from '@yardage/domain/tickets';
import { capitalised } from '#web/lib/formats/capitalised.ts';
import { LiveTruck } from '#web/patterns/live-truck.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-status.module.css';

/** The statuses with a live truck: Loaded and To Job (TKT-07). */
const LIVE_STATUSES: readonly number[] = [2, 3] satisfies TicketStatusId[];

/** Returns the name of a ticket's status. */
export const statusName = (statusId: number): string => TICKET_STATUSES[statusId as TicketStatusId] ?? String(statusId);

/** A ticket's status as text and icon. */
export function TicketMark({ statusId }: { statusId: number }) {
  const kind = statusId >= DELIVERED_STATUS ? 'done' : statusId >= IN_TRANSIT_FROM_STATUS ? 'moving' : 'waiting';
  return <StatusMark kind={kind}>{statusName(statusId)}</StatusMark>;
}

/**
 * A ticket's status. While loaded or driving to the job, it has a truck icon that opens the map, or the ticket without access to the map
 * (TKT-07).
 */
export function TicketStatus({ ticket, onOpenDetails }: { ticket: TicketRow; onOpenDetails: (ticketId: number) => void }) {
  const { id, statusId, ticketNumber } = ticket;
  const place = capitalised(LOAD_PLACES[loadPlace(statusId) ?? 'road']);
  return (
    <span className={classes.status}>
      <TicketMark statusId={statusId} />
      {LIVE_STATUSES.includes(statusId) ? (
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
