import { listCannedReplies } from '@yardage/contract/canned-replies';
import {
  endDeskChat,
  getDeskChat,
  handBackDeskChat,
  joinDeskChat,
  listColleagues,
  listDeskChatMessages,
  listDeskChats,
  markDeskChatRead,
  sendDeskMessage,
  transferDeskChat as transferEndpoint,
} from '@yardage/contract/desk-chats';
import { getDeskWaiting } from '@yardage/contract/desk-waiting';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { MINUTE_MS } from '@yardage/domain/durations';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ChatListParams } from '#web/patterns/conversation/use-chat-list.ts';
import type { ConversationCalls } from '#web/patterns/conversation/use-conversation.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from './desk-chats.messages.ts';

const CHANGES = { join: joinDeskChat, 'hand-back': handBackDeskChat, end: endDeskChat } as const;

/** An action of a dispatcher on a chat. */
export type DeskChange = keyof typeof CHANGES;

/** Joins a chat, returns it to the waiting ones, or ends it. */
export function changeDeskChat(sessionId: string, change: DeskChange, attempt: Attempt) {
  return api.call(CHANGES[change], { params: { sessionId } }, { attempt });
}

/** Passes a chat to a colleague. */
export function transferDeskChat(sessionId: string, userId: number, attempt: Attempt) {
  return api.call(transferEndpoint, { params: { sessionId }, body: { userId } }, { attempt });
}

/** The colleagues whom a chat can be passed to. */
export const colleaguesQuery = () => ({ ...endpointQuery(listColleagues, {}), staleTime: 0 });

/** The canned replies of all data sources. Without them the chat works all the same. */
export const cannedRepliesQuery = () => endpointQuery(listCannedReplies, {}, { isSilent: true });

/** The API calls of a dispatcher inside a chat: send, list and mark messages as read (API-19, API-22). */
export const DESK_CHAT_CALLS: ConversationCalls = {
  send: (sessionId, message) => api.call(sendDeskMessage, { params: { sessionId }, body: { sessionId, ...message, type: CHAT_TEXT } }),
  messagesAfter: (sessionId, after) => api.call(listDeskChatMessages, { params: { sessionId }, query: { after } }),
  markRead: (sessionId, sequence) => api.call(markDeskChatRead, { params: { sessionId }, body: { sequence } }),
};

/** One chat with its messages and context. It is silent because the chat panel shows the error itself. */
export function deskChatQuery(sessionId: string) {
  return endpointQuery(getDeskChat, { params: { sessionId } }, { isSilent: true, isAnnounced: true });
}

/** Query key prefix of all chat lists of the desk. */
export const DESK_CHATS_KEY = [listDeskChats.id] as const;

/** Fetches a page of chats of all customers; the first page if there is no cursor. */
export function fetchDeskChats({ status, search }: ChatListParams, cursor: string | undefined, signal: AbortSignal, isMine = false) {
  return api.call(
    listDeskChats,
    { query: { status, search, ...(cursor && { cursor }), ...(isMine && { isMine: 'true' as const }) } },
    { signal },
  );
}

/** What waits for the dispatcher. It is silent because the lists already show an error if they cannot be loaded. */
export const deskWaitingQuery = () => ({ ...endpointQuery(getDeskWaiting, {}, { isSilent: true, isAnnounced: true }), staleTime: 0 });

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Returns how long a customer has been waiting, as text. */
export function waitingTime(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / MINUTE_MS);
  if (!(minutes >= 1)) return MESSAGES.underAMinute;
  if (minutes < HOUR_MINUTES) return MESSAGES.minutes(minutes);
  if (minutes < DAY_MINUTES) return MESSAGES.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES);
  return MESSAGES.days(Math.floor(minutes / DAY_MINUTES));
}
