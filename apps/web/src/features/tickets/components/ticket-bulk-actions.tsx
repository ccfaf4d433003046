import type { TicketRow } from '@yardage/contract/tickets';
import classes from './ticket-bulk-actions.module.css';
import { TicketDownloads } from './ticket-downloads.tsx';
import { TicketsMailPopover } from './tickets-mail-popover.tsx';

/** What can be done with the selected tickets; on a phone in reach of the thumb, however far the list is scrolled. */
export function TicketBulkActions({ tickets }: { tickets: readonly TicketRow[] }) {
  return (
    <div className={classes.actions}>
      <TicketDownloads tickets={tickets} />
      <TicketsMailPopover tickets={tickets} />
    </div>
  );
}
