import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
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
export function CreditPdfDialog(dialog: RecordPdfDialogProps<string>) {
  return <RecordPdfDialog documents={documents()} {...dialog} />;
}
