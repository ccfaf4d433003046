import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordDialog, type RecordDialogProps } from '#web/patterns/pdf-viewer/record-dialog.tsx';
import { TICKET_DETAIL_MESSAGES as MESSAGES } from '../ticket-detail.messages.ts';
import { mailTicket, ticketPdfQuery } from '../tickets.api.ts';

const documents = () => ({
  title: MESSAGES.pdfTitle,
  permission: PERMISSIONS.TICKETS_VIEW_PDF,
  load: ticketPdfQuery,
  send: mailTicket,
  sentText: MESSAGES.mailed,
  mailFailed: MESSAGES.mailFailed,
});

/** The delivery ticket as a PDF with Send Mail. Requires tickets.view-pdf (TKT-12, TKT-26). */
export function TicketPdfDialog(dialog: RecordDialogProps<number>) {
  return <RecordDialog documents={documents()} {...dialog} />;
}
