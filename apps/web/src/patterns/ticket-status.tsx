import { TICKET_STATUS_NAMES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, TICKET_STATUS, type TicketStatusId } from '@yardage/domain/tickets';
import { StatusMark } from './status-mark.tsx';

/** What a ticket's status depends on. */
interface TicketStatusFields {
  statusId: number;
  isCancelled: boolean;
}

const LIVE_STATUSES: readonly number[] = [TICKET_STATUS.loaded, TICKET_STATUS.toJob];

/** Returns whether the ticket's truck can be tracked (TKT-07). */
export const hasLiveTruck = ({ statusId, isCancelled }: TicketStatusFields): boolean => LIVE_STATUSES.includes(statusId) && !isCancelled;

/** Returns the name of a ticket's status. */
export const ticketStatusName = ({ statusId, isCancelled }: TicketStatusFields): string =>
  isCancelled ? TICKET_WORDS.cancelled : (TICKET_STATUS_NAMES[statusId as TicketStatusId] ?? String(statusId));

/** A ticket's status as text and icon. */
export function TicketMark({ ticket }: { ticket: TicketStatusFields }) {
  const { statusId, isCancelled } = ticket;
  if (isCancelled) return <StatusMark kind="ended">{TICKET_WORDS.cancelled}</StatusMark>;
  const kind = statusId >= DELIVERED_STATUS ? 'done' : statusId >= IN_TRANSIT_FROM_STATUS ? 'moving' : 'waiting';
  return <StatusMark kind={kind}>{ticketStatusName(ticket)}</StatusMark>;
}
