import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { chatCalls, chatQuery, chatsKey } from './chat.api.ts';

/** One of the user's chats with live updates. */
export function useChat(sessionId: string) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const calls = useMemo(() => {
    const own = chatCalls(customer);
    // The chat list shows unread counts, so refetch it.
    const markRead = async (id: string, sequence: number): Promise<void> => {
      await own.markRead(id, sequence);
      await queryClient.invalidateQueries({ queryKey: chatsKey(customer) });
    };
    return { ...own, markRead };
  }, [customer, queryClient]);
  const query = useQuery(chatQuery(customer, sessionId));
  const conversation = useConversation({ sessionId, query, side: 'customer', calls });
  return { query, conversation, session: query.data };
}
