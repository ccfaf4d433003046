import { listDeskChats } from '@yardage/contract/desk-chats';
import { api } from '#web/lib/api.ts';
import type { ChatListRequest } from '#web/patterns/conversation/use-chat-list.ts';

/** Query key prefix of all chat lists of the desk. */
export const DESK_CHATS_KEY = [listDeskChats.id] as const;

/** Fetches a page of chats of all customers; the first page if there is no cursor. */
export function fetchDeskChats({ status, search }: ChatListRequest, cursor: string | undefined, signal: AbortSignal) {
  return api.call(listDeskChats, { query: { status, search, ...(cursor && { cursor }) } }, signal);
}
