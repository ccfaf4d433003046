import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from '@yardage/contract/chat';
import { PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { endChat } from './api/end-chat.ts';
import { chatQuery } from './api/get-chat.ts';
import { chatsKey } from './api/get-chats.ts';
import { type ChatStart, startChat } from './api/start-chat.ts';
import { CHAT_MESSAGES as WORDS } from './chat.messages.ts';
import { closeStart, isAbandoned, openStart, pauseStart } from './start-keys.ts';

/** A start with the place it belongs to: the answer is handled for that place, whatever the screen shows by then. */
interface StartCall {
  customer: CustomerKey;
  place: string;
  start: ChatStart;
}

/**
 * Starts chats at one place of the portal: a form or a record of a customer number. `onStarted` gets the place of the start that was answered;
 * it is not called after a later start or after the component is gone. A failure is shown in the words of CHT-31.
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
        // Nobody has seen this chat, so no dispatcher should join it.
        await endChat(of, session.sessionId).catch((cause) => logFailure('An abandoned chat was not ended.', cause));
      } else {
        queryClient.setQueryData(chatQuery(of, session.sessionId).queryKey, session);
      }
      void queryClient.invalidateQueries({ queryKey: chatsKey(of) });
    },
    // No answer is no refusal: a page that is left in the middle of starting ends up here too.
    onError: (error, { place }) => {
      if (error instanceof HttpProblem) pauseStart(place);
    },
    meta: { failureTitle: WORDS.startFailedTitle, failureText: WORDS.startFailed, unknownText: WORDS.startFailed },
  });
  const isOwn = variables?.place === own;
  return {
    place: own,
    start: (start: ChatStart) => mutate({ customer, place: own, start }, { onSuccess: (session) => onStarted(session, own) }),
    isStarting: isOwn && isPending,
    isFailed: isOwn && isError,
  };
}

/** Whether a chat waits and its customer has written nothing: an older chat about the same record may come as the answer too. */
function isUntouched({ status, messages }: ChatSession): boolean {
  return status === PENDING_CHAT && messages.every(({ senderType }) => senderType !== SENDERS.customer);
}
