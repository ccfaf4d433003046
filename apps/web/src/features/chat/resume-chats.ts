import { SENDERS } from '@yardage/domain/chat';
import { createChatEngine } from '#web/lib/hub/chat-engine.ts';
import { hub } from '#web/lib/hub/hub.ts';
import { takeLeftMessages } from '#web/lib/hub/left-chat-messages.ts';
import { logFailure } from '#web/lib/log.ts';
import { chatCalls } from './chat.api.ts';

/**
 * Sends the messages that an earlier visit could not send (OFF-03). Each has the key under which it was written, so the server stores it
 * once, even if only the answer was lost. A chat that is opened meanwhile takes over what is left. What the server refuses, because the chat
 * has ended, is shown on every page (`refusedMessages`).
 */
export async function resumeChats(): Promise<void> {
  for (const { sessionId, customer } of await takeLeftMessages()) {
    const engine = createChatEngine({
      sessionId,
      hub,
      calls: chatCalls(customer),
      senderType: SENDERS.customer,
      senderName: '',
      onSendFailed: (error) => logFailure('A message of an earlier visit was not sent.', error),
    });
    // Closed at once: a closed chat goes on sending what is left.
    engine.open()();
  }
}
