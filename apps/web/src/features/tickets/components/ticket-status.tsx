import type { TicketRow } from '@yardage/contract/tickets';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, TICKET_STATUSES, type TicketStatusId } from '@yardage/domain/tickets';
import { useRowTabIndex } from '#web/patterns/data-table/row-tab-index.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';
import classes from './ticket-status.module.css';

/** Loaded and To Job (TKT-07). */
const LIVE_STATUSES: readonly number[] = [2, 3] satisfies TicketStatusId[];

/** Name of a ticket's status. */
export const statusName = (statusId: number): string => TICKET_STATUSES[statusId as TicketStatusId] ?? String(statusId);

/** A ticket's status; while its truck is on the road also the live truck, which opens the ticket (TKT-07). */
export function TicketStatus({ ticket, onOpenLive }: { ticket: TicketRow; onOpenLive: (ticketId: number) => void }) {
  const { id, statusId, ticketNumber } = ticket;
  const tabIndex = useRowTabIndex();
  const kind = statusId >= DELIVERED_STATUS ? 'done' : statusId >= IN_TRANSIT_FROM_STATUS ? 'moving' : 'waiting';
  return (
    <span className={classes.status}>
      <StatusMark kind={kind}>{statusName(statusId)}</StatusMark>
      {LIVE_STATUSES.includes(statusId) ? (
        <button
          type="button"
          className={classes.live}
          title={TICKETS_MESSAGES.onTheRoad}
          aria-label={TICKETS_MESSAGES.openLive(ticketNumber)}
          data-row-control
          tabIndex={tabIndex}
          onClick={() => onOpenLive(id)}
        >
          <Icon name="truck" size={18} />
        </button>
      ) : null}
    </span>
  );
}
