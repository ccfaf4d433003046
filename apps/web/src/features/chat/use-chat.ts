import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { useConversation } from '#web/patterns/conversation/use-conversation.ts';
import { chatCalls, chatQuery, chatsKey, endChat } from './chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from './chat.messages.ts';

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

interface EndCall {
  /** Whose chat it is. Another customer may be selected when the answer arrives. */
  customer: CustomerKey;
  sessionId: string;
}

/** Ends a chat and updates the cached chat and the chat lists (API-20). Ending an ended chat changes nothing, so it needs no key. */
export function useEndChat() {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: ({ customer: of, sessionId }: EndCall) => endChat(of, sessionId),
    onSuccess: ({ sessionId, status, modifiedDate }, { customer: of }) => {
      queryClient.setQueryData(chatQuery(of, sessionId).queryKey, (known) => known && { ...known, status, modifiedDate });
      void queryClient.invalidateQueries({ queryKey: chatsKey(of) });
    },
    meta: { failureTitle: MESSAGES.endFailedTitle, failureText: MESSAGES.endFailed, unknownText: MESSAGES.endFailed },
  });
  return {
    isPending,
    end: (sessionId: string, callbacks: Parameters<typeof mutate>[1] = {}) => mutate({ customer, sessionId }, callbacks),
    endAsync: (sessionId: string) => mutateAsync({ customer, sessionId }),
  };
}
