import type { TicketRow } from '@yardage/contract/tickets';
import { LOAD_PLACES, TICKET_STATUSES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, loadPlace, type TicketStatusId } from '@yardage/domain/tickets';
import { capitalised } from '#web/lib/formats/capitalised.ts';
import { LiveTruck } from '#web/patterns/live-truck.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-status.module.css';

/** The statuses with a live truck: Loaded and To Job (TKT-07). */
const LIVE_STATUSES: readonly number[] = [2, 3] satisfies TicketStatusId[];

type Standing = Pick<TicketRow, 'statusId' | 'isCancelled'>;

/** Returns the name of a ticket's status. */
export const statusName = ({ statusId, isCancelled }: Standing): string =>
  isCancelled ? TICKET_WORDS.cancelled : (TICKET_STATUSES[statusId as TicketStatusId] ?? String(statusId));

/** A ticket's status as text and icon. */
export function TicketMark({ ticket }: { ticket: Standing }) {
  const { statusId, isCancelled } = ticket;
  if (isCancelled) return <StatusMark kind="ended">{TICKET_WORDS.cancelled}</StatusMark>;
  const kind = statusId >= DELIVERED_STATUS ? 'done' : statusId >= IN_TRANSIT_FROM_STATUS ? 'moving' : 'waiting';
  return <StatusMark kind={kind}>{statusName(ticket)}</StatusMark>;
}

/**
 * A ticket's status. While loaded or driving to the job, it has a truck icon that opens the map, or the ticket without access to the map
 * (TKT-07).
 */
export function TicketStatus({ ticket, onOpenDetails }: { ticket: TicketRow; onOpenDetails: (ticketId: number) => void }) {
  const { id, statusId, isCancelled, ticketNumber } = ticket;
  const place = capitalised(LOAD_PLACES[loadPlace(statusId) ?? 'road']);
  return (
    <span className={classes.status}>
      <TicketMark ticket={ticket} />
      {LIVE_STATUSES.includes(statusId) && !isCancelled ? (
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
