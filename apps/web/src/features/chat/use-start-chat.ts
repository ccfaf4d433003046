import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from '@yardage/contract/chat';
import { PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { type ChatStart, chatQuery, chatsKey, endChat, startChat } from './chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from './chat.messages.ts';
import { closeStart, isAbandoned, openStart, pauseStart } from './start-keys.ts';

/** A start request with its place. The response is handled for that place, even if the screen has changed since. */
interface StartCall {
  customer: CustomerKey;
  place: string;
  start: ChatStart;
}

/**
 * Starts chats from one place: a customer's new-chat form or one record. `onStarted` receives the place of the start that succeeded.
 * It is not called if another start followed or the component was unmounted. Errors use the text of CHT-31.
 */
export function useStartChat(placeName: string, onStarted: (session: ChatSession, place: string) => void) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const own = `${customer.datasourceId}.${customer.globalCustomerNumber}.${placeName}`;
  const { mutate, isPending, isError, variables } = useMutation({
    mutationFn: ({ customer: of, place, start }: StartCall) => startChat(of, start, openStart(place, start).clientSessionId),
    onSuccess: async (session, { customer: of, place }) => {
      const isUnwanted = isAbandoned(place) && isUntouched(session);
      closeStart(place);
      if (isUnwanted) {
        // The user left before seeing this chat, so end it before a dispatcher joins.
        await endChat(of, session.sessionId).catch((cause) => logFailure('An abandoned chat was not ended.', cause));
      } else {
        queryClient.setQueryData(chatQuery(of, session.sessionId).queryKey, session);
      }
      void queryClient.invalidateQueries({ queryKey: chatsKey(of) });
    },
    // Only an HTTP error is a refusal. Without a response, for example when the page is left, the start can be resumed.
    onError: (error, { place }) => {
      if (error instanceof HttpProblem) pauseStart(place);
    },
    meta: { failureTitle: MESSAGES.startFailedTitle, failureText: MESSAGES.startFailed, unknownText: MESSAGES.startFailed },
  });
  const isOwn = variables?.place === own;
  return {
    place: own,
    start: (start: ChatStart) => mutate({ customer, place: own, start }, { onSuccess: (session) => onStarted(session, own) }),
    isStarting: isOwn && isPending,
    isFailed: isOwn && isError,
  };
}

/** Whether the chat is waiting and the customer has written nothing. The server may return an older chat about the same record. */
function isUntouched({ status, messages }: ChatSession): boolean {
  return status === PENDING_CHAT && messages.every(({ senderType }) => senderType !== SENDERS.customer);
}
