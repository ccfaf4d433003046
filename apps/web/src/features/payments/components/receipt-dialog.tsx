import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordDialog, type RecordDialogProps } from '#web/patterns/pdf-viewer/record-dialog.tsx';
import { mailReceipt, receiptPdfQuery } from '../payments.api.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';

const documents = () => ({
  title: MESSAGES.receiptLoading,
  permission: PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF,
  load: receiptPdfQuery,
  send: mailReceipt,
  mailFailed: MESSAGES.mailFailed,
});

/** The receipt of a payment with Send Mail. Requires payment-history.view-pdf (HIS-04). */
export function ReceiptDialog(dialog: RecordDialogProps<string>) {
  return <RecordDialog documents={documents()} {...dialog} />;
}
