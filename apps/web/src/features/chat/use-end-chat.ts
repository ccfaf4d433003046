import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { chatQuery, chatsKey, endChat } from './chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from './chat.messages.ts';

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
