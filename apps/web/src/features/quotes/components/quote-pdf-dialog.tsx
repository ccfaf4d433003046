import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { mailQuote, quotePdfQuery } from '../quotes.api.ts';
import { QUOTES_MESSAGES as MESSAGES } from '../quotes.messages.ts';

const documents = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.QUOTES_VIEW_PDF,
  load: quotePdfQuery,
  send: mailQuote,
  mailFailed: MESSAGES.mailFailed,
});

/** The quote as a PDF with Send Mail. Requires quotes.view-pdf (QUO-05, QUO-08). */
export function QuotePdfDialog(dialog: RecordPdfDialogProps<number>) {
  return <RecordPdfDialog documents={documents()} {...dialog} />;
}
