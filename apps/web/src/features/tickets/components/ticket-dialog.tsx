import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { TicketDetailsDialog } from './ticket-details-dialog.tsx';
import { TicketPdfDialog } from './ticket-pdf-dialog.tsx';

interface TicketDialogProps {
  /** Undefined while the dialog is closed. Keep the dialog mounted so that it can restore the focus. */
  ticketId: number | undefined;
  onClose: () => void;
}

/** A ticket: its PDF with tickets.view-pdf, otherwise its details (ORD-17). Renders nothing without tickets.view. */
export function TicketDialog({ ticketId, onClose }: TicketDialogProps) {
  const canView = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  if (!canView) return null;
  if (canViewPdf) return <TicketPdfDialog recordId={ticketId} onClose={onClose} />;
  return <TicketDetailsDialog ticketId={ticketId || undefined} onClose={onClose} />;
}
