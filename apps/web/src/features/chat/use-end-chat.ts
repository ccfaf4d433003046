import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { chatQuery, chatsKey, endChat } from './chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from './chat.messages.ts';

/** Ends a chat and updates the cached chat and the chat lists (API-20). */
export function useEndChat() {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => endChat(customer, sessionId),
    onSuccess: ({ sessionId, status, modifiedDate }) => {
      queryClient.setQueryData(chatQuery(customer, sessionId).queryKey, (known) => known && { ...known, status, modifiedDate });
      void queryClient.invalidateQueries({ queryKey: chatsKey(customer) });
    },
    meta: { failureTitle: MESSAGES.endFailedTitle, failureText: MESSAGES.endFailed, unknownText: MESSAGES.endFailed },
  });
}
