import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { chatCalls } from './api/chat-calls.ts';
import { chatQuery } from './api/get-chat.ts';

/** One of the user's chats, live. */
export function useChat(sessionId: string) {
  const customer = useCustomer();
  const calls = useMemo(() => chatCalls(customer), [customer]);
  const query = useQuery(chatQuery(customer, sessionId));
  const conversation = useConversation({ sessionId, query, side: 'customer', calls });
  return { query, conversation, session: query.data };
}
