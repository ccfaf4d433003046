import { listDeskChatMessages, markDeskChatRead, sendDeskMessage } from '@yardage/contract/desk-chats';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { ConversationCalls } from '#web/patterns/conversation/use-conversation.ts';

/** The API calls of a dispatcher inside a chat: send, list and mark messages as read (API-19, API-22). */
export const DESK_CHAT_CALLS: ConversationCalls = {
  send: (sessionId, message) => api.call(sendDeskMessage, { params: { sessionId }, body: { sessionId, ...message, type: CHAT_TEXT } }),
  messagesAfter: (sessionId, after) => api.call(listDeskChatMessages, { params: { sessionId }, query: { after } }),
  markRead: (sessionId, sequence) => api.call(markDeskChatRead, { params: { sessionId }, body: { sequence } }),
};
