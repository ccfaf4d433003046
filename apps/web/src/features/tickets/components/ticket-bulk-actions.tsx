import type { TicketRow } from '@yardage/contract/tickets';
import { TicketDownloads } from './ticket-downloads.tsx';
import { TicketsMailPopover } from './tickets-mail-popover.tsx';

/** What can be done with the selected tickets. */
export function TicketBulkActions({ tickets }: { tickets: readonly TicketRow[] }) {
  return (
    <>
      <TicketDownloads tickets={tickets} />
      <TicketsMailPopover tickets={tickets} />
    </>
  );
}
