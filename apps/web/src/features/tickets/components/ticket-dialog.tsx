import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { TICKET_DETAIL_MESSAGES as MESSAGES } from '../ticket-detail.messages.ts';
import { mailTicket, ticketPdfQuery } from '../tickets.api.ts';
import { TicketDetailsDialog } from './ticket-details-dialog.tsx';

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

/** The dialog's title, the permission that a ticket's PDF needs, and how it is fetched and mailed (TKT-26). */
export const ticketDocuments = () => ({
  title: MESSAGES.pdfTitle,
  permission: PERMISSIONS.TICKETS_VIEW_PDF,
  load: ticketPdfQuery,
  send: mailTicket,
  sentText: MESSAGES.mailed,
  mailFailed: MESSAGES.mailFailed,
});

/** The delivery ticket as a PDF with Send Mail. Requires tickets.view-pdf (TKT-12, TKT-26). */
function TicketPdfDialog(dialog: RecordPdfDialogProps<number>) {
  return <RecordPdfDialog documents={ticketDocuments()} {...dialog} />;
}
