import type { TicketRow } from '@yardage/contract/tickets';
import { TicketDownloads } from './ticket-downloads.tsx';
import { TicketsMailPopover } from './tickets-mail-popover.tsx';

/** The actions for the selected tickets. */
export function TicketBulkActions({ tickets }: { tickets: readonly TicketRow[] }) {
  return (
    <>
      <TicketDownloads tickets={tickets} />
      <TicketsMailPopover tickets={tickets} />
    </>
  );
}
