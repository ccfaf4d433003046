import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DocumentDialog } from '#web/patterns/pdf-viewer/document-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { ticketQuery } from '../api/get-ticket.ts';
import { ticketPdfQuery } from '../api/get-ticket-pdf.ts';
import { mailTicket } from '../api/send-ticket-email.ts';
import { TICKET_DETAIL_MESSAGES as WORDS } from '../ticket-detail.messages.ts';

interface TicketPdfDialogProps {
  ticketId: number | undefined;
  onClose: () => void;
}

/** The delivery ticket with Send Mail (TKT-12, TKT-26). */
export function TicketPdfDialog({ ticketId, onClose }: TicketPdfDialogProps) {
  const customer = useCustomer();
  const shownId = useLast(ticketId);
  const isOpen = ticketId !== undefined;
  // Only for the title.
  const { data: ticket } = useQuery({ ...ticketQuery(customer, shownId ?? 0), meta: { isSilent: true }, enabled: isOpen });
  if (shownId === undefined) return null;
  return (
    <DocumentDialog
      isOpen={isOpen}
      onClose={onClose}
      title={ticket ? WORDS.pdfTitle(ticket.ticketNumber) : WORDS.pdfTitleLoading}
      load={ticketPdfQuery(customer, shownId)}
      mail={{ send: (body) => mailTicket(customer, shownId, body), sentText: WORDS.mailed, failedText: WORDS.mailFailed }}
    />
  );
}
