import { useQuery } from '@tanstack/react-query';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { useState } from 'react';
import { DispatchWays, RecordChatDrawer, recordAddress } from '#web/features/chat/components/record-chat-drawer.tsx';
import { requestQuery } from '#web/features/order-requests/order-requests.api.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailFailure } from '#web/patterns/detail-state.tsx';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';

interface RequestChatProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
}

/** The chat with dispatch about a request; once it has an order, the chat of that order (REQ-02). */
export function RequestChat({ requestId, onClose }: RequestChatProps) {
  const isOpen = requestId !== undefined;
  const query = useQuery({ ...requestQuery(useCustomer(), useLast(requestId) ?? 0), enabled: isOpen });
  const request = query.data;
  const orderId = useOrderAtOpening(requestId, request);
  const record = orderId
    ? { category: CHAT_CATEGORIES.order, entityId: orderId }
    : { category: CHAT_CATEGORIES.newOrder, entityId: requestId ?? 0 };
  return (
    <RecordChatDrawer
      record={isOpen ? record : undefined}
      jobAddress={request && recordAddress(request.jobAddress)}
      failure={request || !query.isError ? null : <DetailFailure query={query} />}
      context={request ? MESSAGES.title(request.number) : null}
      onClose={onClose}
      contactLinks={<DispatchWays />}
    />
  );
}

/** Returns the order that the request had when its chat was opened. A chat goes on when dispatch confirms the request meanwhile. */
function useOrderAtOpening(requestId: number | undefined, request: { orderId: number | null } | undefined): number | null {
  const [opened, setOpened] = useState<{ requestId: number; orderId: number | null }>();
  if (opened && opened.requestId !== requestId) setOpened(undefined);
  else if (!opened && requestId !== undefined && request) setOpened({ requestId, orderId: request.orderId });
  return (opened?.requestId === requestId ? opened : request)?.orderId ?? null;
}
