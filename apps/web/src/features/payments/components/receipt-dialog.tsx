import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordDialog, type RecordDialogProps } from '#web/patterns/pdf-viewer/record-dialog.tsx';
import { receiptPdfQuery } from '../api/get-receipt-pdf.ts';
import { mailReceipt } from '../api/send-receipt-email.ts';
import { PAYMENTS_MESSAGES as WORDS } from '../payments.messages.ts';

const DOCUMENTS = {
  title: WORDS.receiptLoading,
  permission: PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF,
  load: receiptPdfQuery,
  send: mailReceipt,
  mailFailed: WORDS.mailFailed,
};

/** The receipt of a payment with Send Mail. Requires payment-history.view-pdf (HIS-04). */
export function ReceiptDialog(dialog: RecordDialogProps<string>) {
  return <RecordDialog documents={DOCUMENTS} {...dialog} />;
}
