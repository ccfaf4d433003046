import { listChatMessages, markChatRead, sendChatMessage } from '@yardage/contract/chat';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { accountId } from '#web/lib/session/session.ts';
import type { ConversationCalls } from '#web/patterns/conversation/use-conversation.ts';

/** How a customer's user speaks in his chats (API-19, API-22). */
export function chatCalls({ customerNumber, datasourceId }: CustomerKey): ConversationCalls {
  const query = { customerNumber, datasourceId };
  return {
    async send(sessionId, message) {
      // The server goes by the token; without the name the message is the same.
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
