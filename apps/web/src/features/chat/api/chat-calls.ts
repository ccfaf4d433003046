import { listChatMessages, markChatRead, sendChatMessage } from '@yardage/contract/chat';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { accountId } from '#web/lib/session/session.ts';
import type { ConversationCalls } from '#web/patterns/conversation/use-conversation.ts';

/** The API calls of a customer's user inside a chat: send, list and mark messages as read (API-19, API-22). */
export function chatCalls({ customerNumber, datasourceId }: CustomerKey): ConversationCalls {
  const query = { customerNumber, datasourceId };
  return {
    async send(sessionId, message) {
      // The server identifies the sender by the token, so senderId is optional.
      const senderId = await accountId().catch(() => undefined);
      return api.call(sendChatMessage, {
        params: { sessionId },
        query,
        body: { sessionId, ...(senderId && { senderId }), ...message, type: CHAT_TEXT },
      });
    },
    messagesAfter: (sessionId, after) => api.call(listChatMessages, { params: { sessionId }, query: { ...query, after } }),
    markRead: (sessionId, sequence) => api.call(markChatRead, { params: { sessionId }, query, body: { sequence } }),
  };
}
