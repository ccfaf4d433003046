import { listDeskChats } from '@yardage/contract/desk-chats';
import { api } from '#web/lib/api.ts';
import type { ChatListRequest } from '#web/patterns/conversation/use-chat-list.ts';

/** Names the lists of the desk. */
export const DESK_CHATS_KEY = [listDeskChats.id] as const;

/** A page of chats of all customers; without a cursor the first. */
export function fetchDeskChats({ status, search }: ChatListRequest, cursor: string | undefined, signal: AbortSignal) {
  return api.call(listDeskChats, { query: { status, search, ...(cursor && { cursor }) } }, signal);
}
