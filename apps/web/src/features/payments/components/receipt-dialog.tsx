import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { mailReceipt, receiptPdfQuery } from '../payments.api.ts';
import { PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';

/** The dialog's title, the permission that a receipt needs, and how it is fetched and mailed (HIS-06). */
export const receiptDocuments = () => ({
  title: MESSAGES.receiptLoading,
  permission: PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF,
  load: receiptPdfQuery,
  send: mailReceipt,
  mailFailed: MESSAGES.mailFailed,
});

/** The receipt of a payment with Send Mail. Requires payment-history.view-pdf (HIS-04). */
export function ReceiptDialog(dialog: RecordPdfDialogProps<string>) {
  return <RecordPdfDialog documents={receiptDocuments()} {...dialog} />;
}
