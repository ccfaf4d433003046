import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { mailQuote, quotePdfQuery } from '../quotes.api.ts';
import { QUOTES_MESSAGES as MESSAGES } from '../quotes.messages.ts';

/** The dialog's title, the permission that a quote's PDF needs, and how it is fetched and mailed (QUO-07, QUO-08). */
export const quoteDocuments = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.QUOTES_VIEW_PDF,
  load: quotePdfQuery,
  send: mailQuote,
  mailFailed: MESSAGES.mailFailed,
});

/** The quote as a PDF with Send Mail. Requires quotes.view-pdf (QUO-05, QUO-08). */
export function QuotePdfDialog(dialog: RecordPdfDialogProps<number>) {
  return <RecordPdfDialog documents={quoteDocuments()} {...dialog} />;
}
