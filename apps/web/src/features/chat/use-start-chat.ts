import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from '@yardage/contract/chat';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { chatQuery } from './api/get-chat.ts';
import { chatsKey } from './api/get-chats.ts';
import { type ChatStart, startChat } from './api/start-chat.ts';
import { CHAT_MESSAGES as WORDS } from './chat.messages.ts';
import { closeStart, openStart, pauseStart } from './start-keys.ts';

/** Starts chats at one place of the portal; a failure is told in the words of CHT-31. */
export function useStartChat(place: string, onStarted: (session: ChatSession) => void) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const own = `${customer.datasourceId}.${customer.globalCustomerNumber}.${place}`;
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: (start: ChatStart) => startChat(customer, start, openStart(own, start).clientSessionId),
    onSuccess: (session) => {
      closeStart(own);
      queryClient.setQueryData(chatQuery(customer, session.sessionId).queryKey, session);
      void queryClient.invalidateQueries({ queryKey: chatsKey(customer) });
      onStarted(session);
    },
    // No answer is no refusal: a page that is left in the middle of starting ends up here too.
    onError: (error) => {
      if (error instanceof HttpProblem) pauseStart(own);
    },
    meta: { failureTitle: WORDS.startFailedTitle, failureText: WORDS.startFailed, unknownText: WORDS.startFailed },
  });
  return { place: own, start: mutate, isStarting: isPending, isFailed: isError, reset };
}
