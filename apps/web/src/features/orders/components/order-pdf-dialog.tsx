import { PERMISSIONS } from '@yardage/contract/permissions';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../order-detail.messages.ts';
import { mailOrder, orderPdfQuery } from '../orders.api.ts';

/** The dialog's title, the permission that an order's PDF needs, and how it is fetched and mailed (ORD-29). */
export const orderDocuments = () => ({
  title: MESSAGES.titleLoading,
  permission: PERMISSIONS.ORDERS_VIEW_PDF,
  load: orderPdfQuery,
  send: mailOrder,
  sentText: MESSAGES.mailed,
  mailFailed: MESSAGES.mailFailed,
});

/** The order confirmation PDF with Send Mail, for users with orders.view-pdf (ORD-18, ORD-19, ORD-29). */
export function OrderPdfDialog(dialog: RecordPdfDialogProps<number>) {
  return <RecordPdfDialog documents={orderDocuments()} {...dialog} />;
}
