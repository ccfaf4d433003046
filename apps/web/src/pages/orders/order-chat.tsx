import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@yardage/contract/orders';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { DispatchWays, RecordChatDrawer, recordAddress } from '#web/features/chat/components/record-chat-drawer.tsx';
import { joinAddress } from '#web/features/orders/components/order-drawer/order-information.ts';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '#web/features/orders/order-detail.messages.ts';
import { orderQuery } from '#web/features/orders/orders.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailFailure } from '#web/patterns/detail-state.tsx';

interface OrderChatProps {
  /** Undefined while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  orderId: number | undefined;
  onClose: () => void;
}

/** The chat with dispatch about an order (CHT-19, ORD-03). */
export function OrderChat({ orderId, onClose }: OrderChatProps) {
  const { dateTime } = useFormats();
  const isOpen = orderId !== undefined;
  const query = useQuery({ ...orderQuery(useCustomer(), useLast(orderId) ?? 0), enabled: isOpen });
  const order = query.data;
  return (
    <RecordChatDrawer
      record={isOpen ? { category: CHAT_CATEGORIES.order, entityId: orderId } : undefined}
      jobAddress={order && recordAddress(order.jobAddress1, order.jobAddress2)}
      failure={order || !query.isError ? null : <DetailFailure query={query} />}
      context={order ? MESSAGES.title(order.orderNumber) : null}
      onClose={onClose}
      contactLinks={
        <DispatchWays mail={order && { subject: MESSAGES.mailSubject(order.orderNumber, order.job), lines: linesOf(order, dateTime) }} />
      }
    />
  );
}

/** Returns the facts that dispatch asks for first. */
function linesOf(order: OrderDetail, dateTime: (moment: string) => string): [string, string][] {
  return [
    [MESSAGES.order, order.orderNumber],
    [MESSAGES.job, order.job],
    [MESSAGES.jobAddress, joinAddress(order)],
    [MESSAGES.startTime, dateTime(order.startTime)],
  ];
}
