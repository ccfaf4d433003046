import { useQuery } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { DocumentDialog } from '#web/patterns/pdf-viewer/document-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { orderQuery } from '../api/get-order.ts';
import { orderPdfQuery } from '../api/get-order-pdf.ts';
import { mailOrder } from '../api/send-order-email.ts';
import { ORDER_DETAIL_MESSAGES as WORDS } from '../order-detail.messages.ts';

interface OrderPdfDialogProps {
  /** None while the dialog is closed; leave it mounted, so that it can give the focus back. */
  orderId: number | undefined;
  onClose: () => void;
}

/** The order confirmation with Send Mail, for those with orders.view-pdf (ORD-18, ORD-19, ORD-29). */
export function OrderPdfDialog({ orderId, onClose }: OrderPdfDialogProps) {
  const customer = useCustomer();
  const canView = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const shownId = useLast(orderId || undefined);
  const isOpen = Boolean(orderId) && canView;
  // Only for the title; the drawer or the list has mostly asked for it already.
  const { data: order } = useQuery({ ...orderQuery(customer, shownId ?? 0), meta: { isSilent: true }, enabled: isOpen });
  if (shownId === undefined) return null;
  return (
    <DocumentDialog
      isOpen={isOpen}
      onClose={onClose}
      title={order ? WORDS.title(order.orderNumber) : WORDS.titleLoading}
      load={orderPdfQuery(customer, shownId)}
      mail={{ send: (body) => mailOrder(customer, shownId, body), sentText: WORDS.mailed, failedText: WORDS.mailFailed }}
    />
  );
}
