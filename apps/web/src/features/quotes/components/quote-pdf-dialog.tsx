import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DocumentDialog } from '#web/patterns/pdf-viewer/document-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { quoteQuery } from '../api/get-quote.ts';
import { quotePdfQuery } from '../api/get-quote-pdf.ts';
import { mailQuote } from '../api/send-quote-email.ts';
import { QUOTES_MESSAGES as WORDS } from '../quotes.messages.ts';

interface QuotePdfDialogProps {
  /** None while the dialog is closed; leave it mounted, so that it can give the focus back. */
  quoteId: number | undefined;
  onClose: () => void;
}

/** The quote as a document with Send Mail, for those with quotes.view-pdf (QUO-05, QUO-08). */
export function QuotePdfDialog({ quoteId, onClose }: QuotePdfDialogProps) {
  const customer = useCustomer();
  const canView = useHoldsAny([PERMISSIONS.QUOTES_VIEW_PDF]);
  const shownId = useLast(quoteId);
  const isOpen = quoteId !== undefined && canView;
  // Only for the title; the drawer has mostly asked for it already.
  const { data: quote } = useQuery({ ...quoteQuery(customer, shownId ?? 0), meta: { isSilent: true }, enabled: isOpen });
  if (shownId === undefined) return null;
  return (
    <DocumentDialog
      isOpen={isOpen}
      onClose={onClose}
      title={quote ? WORDS.title(quote.quoteNumber) : WORDS.titleLoading}
      load={quotePdfQuery(customer, shownId)}
      mail={{ send: (body) => mailQuote(customer, shownId, body), sentText: (_email, message) => message, failedText: WORDS.mailFailed }}
    />
  );
}
