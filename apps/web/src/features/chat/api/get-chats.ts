import { listChats } from '@yardage/contract/chat';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { ChatListRequest } from '#web/patterns/conversation/use-chat-list.ts';

const DISPATCHER_LIST = String(CHAT_CATEGORIES.newOrder) as '1';

/** Query key prefix of all chat lists of a customer number. */
export function chatsKey({ customerNumber, datasourceId }: CustomerKey) {
  return [listChats.id, customerNumber, datasourceId] as const;
}

/** Fetches a page of chats with dispatch; the first page if there is no cursor (API-21). */
export function fetchChats(
  { customerNumber, datasourceId }: CustomerKey,
  { status, search }: ChatListRequest,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = { status, search, category: DISPATCHER_LIST, customerNumber, datasourceId, ...(cursor && { cursor }) };
  return api.call(listChats, { query }, signal);
}
