import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordDialog, type RecordDialogProps } from '#web/patterns/pdf-viewer/record-dialog.tsx';
import { creditPdfQuery, mailCredit } from '../credits.api.ts';
import { CREDITS_MESSAGES as MESSAGES } from '../credits.messages.ts';

const documents = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.INVOICES_VIEW_PDF,
  load: creditPdfQuery,
  send: mailCredit,
  mailFailed: MESSAGES.mailFailed,
});

/** The credit memo as a PDF with Send Mail. Requires invoices.view-pdf (APY-01). */
export function CreditPdfDialog(dialog: RecordDialogProps<string>) {
  return <RecordDialog documents={documents()} {...dialog} />;
}
