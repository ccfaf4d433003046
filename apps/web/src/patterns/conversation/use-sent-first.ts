import { useEffect, useRef, useState } from 'react';
import { sendUnsent } from '#web/lib/hub/unsent-chat-messages.ts';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

/** A message that is not sent after this time is treated as one that cannot be sent now. */
export const SENT_FIRST_MS = 5000;

/**
 * Sends what the user wrote before a chat is ended, because an ended chat takes no messages. If some of it cannot be sent, the question
 * says so in `note`, and only a second confirmation ends the chat.
 */
export function useSentFirst(sessionId: string | undefined) {
  const [last, setLast] = useState({ sessionId, isWaiting: false, left: 0 });
  const { isWaiting, left } = last.sessionId === sessionId ? last : { isWaiting: false, left: 0 };
  /** Counts the waits, to recognise one that was cancelled. */
  const waits = useRef(0);
  const shownId = useRef(sessionId);
  useEffect(() => {
    shownId.current = sessionId;
    return () => {
      shownId.current = undefined;
    };
  }, [sessionId]);

  const cancel = (): void => {
    waits.current += 1;
    setLast({ sessionId, isWaiting: false, left: 0 });
  };
  const run = async (end: () => void): Promise<void> => {
    if (sessionId === undefined || left > 0) return end();
    waits.current += 1;
    const own = waits.current;
    setLast({ sessionId, isWaiting: true, left: 0 });
    const count = await sendUnsent(sessionId, SENT_FIRST_MS);
    if (own !== waits.current || sessionId !== shownId.current) return;
    setLast({ sessionId, isWaiting: false, left: count });
    if (count === 0) end();
  };
  return {
    /** Sends the messages, then ends the chat. */
    run: (end: () => void) => void run(end),
    /** Does not end the chat. */
    cancel,
    isWaiting,
    /** What the question says about the messages. */
    note: left > 0 ? MESSAGES.unsentLeft(left) : isWaiting ? MESSAGES.sendingFirst : undefined,
  };
}
