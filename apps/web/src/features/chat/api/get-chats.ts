import { listChats } from '@yardage/contract/chat';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { ChatListRequest } from '#web/patterns/conversation/use-chat-list.ts';

const DISPATCHER_LIST = String(CHAT_CATEGORIES.newOrder) as '1';

/** Names the lists of a customer number's chats. */
export function chatsKey({ customerNumber, datasourceId }: CustomerKey) {
  return [listChats.id, customerNumber, datasourceId] as const;
}

/** A page of chats with dispatch; without a cursor the first (API-21). */
export function fetchChats(
  { customerNumber, datasourceId }: CustomerKey,
  { status, search }: ChatListRequest,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = { status, search, category: DISPATCHER_LIST, customerNumber, datasourceId, ...(cursor && { cursor }) };
  return api.call(listChats, { query }, signal);
}
