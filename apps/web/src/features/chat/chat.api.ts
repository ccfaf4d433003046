import {
  endChat as endEndpoint,
  getChat,
  type JobAddress,
  listChatMessages,
  listChats,
  markChatRead,
  sendChatMessage,
  startChat as startEndpoint,
} from '@yardage/contract/chat';
import { CHAT_CATEGORIES, CHAT_TEXT } from '@yardage/domain/chat';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { isKept, readOrKept } from '#web/lib/offline/kept-reads.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import type { ChatListContext, ChatListParams } from '#web/patterns/conversation/use-chat-list.ts';
import type { ConversationCalls } from '#web/patterns/conversation/use-conversation.ts';

/** The API calls of a customer's user inside a chat: send, list and mark messages as read (API-19, API-22). */
export function chatCalls(customer: CustomerKey): ConversationCalls {
  const { customerNumber, datasourceId } = customer;
  const query = { customerNumber, datasourceId };
  return {
    customer,
    async send(sessionId, message) {
      // The server identifies the sender by the token, so senderId is optional.
      const senderId = accountSubject();
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

/** Ends an active chat, or withdraws one that is still waiting (API-20). */
export function endChat({ customerNumber, datasourceId }: CustomerKey, sessionId: string) {
  return api.call(endEndpoint, { params: { sessionId }, query: { customerNumber, datasourceId } });
}

/** One chat with its messages (CHT-02). It is silent because the chat panel shows the error itself. */
export function chatQuery({ customerNumber, datasourceId }: CustomerKey, sessionId: string) {
  return endpointQuery(getChat, { params: { sessionId }, query: { customerNumber, datasourceId } }, { isSilent: true, isAnnounced: true });
}

const DISPATCHER_LIST = String(CHAT_CATEGORIES.newOrder) as '1';

/** Query key prefix of all chat lists of a customer number. */
export function chatsKey({ customerNumber, datasourceId }: CustomerKey) {
  return [listChats.id, customerNumber, datasourceId] as const;
}

/** Fetches a page of chats with dispatch; the first page if there is no cursor (API-21). That one is kept for times without a connection. */
export function fetchChats(
  { customerNumber, datasourceId }: CustomerKey,
  { status, search }: ChatListParams,
  cursor: string | undefined,
  { signal, client, queryKey }: ChatListContext,
) {
  const query = { status, search, category: DISPATCHER_LIST, customerNumber, datasourceId, ...(cursor && { cursor }) };
  const call = () => api.call(listChats, { query }, { signal });
  const dataOf = (page: unknown) => ({ pages: [page], pageParams: [undefined] });
  return isKept(listChats.id, { query })
    ? readOrKept({ endpointId: listChats.id, args: { query }, client, queryKey, dataOf }, call)
    : call();
}

/** What a new chat is about. */
export interface ChatStart {
  category: 1 | 2 | 3 | 4;
  entityId?: number;
  jobAddress?: JobAddress;
  jobRequirement?: string;
}

/** Starts a chat. Repeating the call with the same `clientSessionId` returns the same chat (API-18). */
export async function startChat(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  { category, ...about }: ChatStart,
  clientSessionId: string,
) {
  const { session } = await api.call(startEndpoint, {
    query: { customerNumber, datasourceId },
    body: {
      category,
      context: { ...about, customerNumber, customerId: globalCustomerNumber, dataSource: datasourceId },
      routingMode: 1,
      source: 'web',
      clientSessionId,
    },
  });
  return session;
}
