import type { KeptMessage } from '@yardage/domain/chat-messages';
import { useEffect, useRef, useState } from 'react';
import { hub } from '#web/lib/hub/hub.ts';
import { useHubEvent } from '#web/lib/hub/use-hub.ts';

/** Somebody who goes on typing says so this often, and counts as typing so long after. */
const TELL_EVERY_MS = 2000;
const SHOWN_FOR_MS = 5000;

/** Who is typing at the other end, and the way to say that somebody types here. */
export function useTyping(sessionId: string, messages: readonly KeptMessage[]) {
  const [typing, setTyping] = useState<{ sessionId: string; name: string; count: number; at: number } | null>(null);
  useHubEvent('Typing', (told) => {
    if (told.sessionId === sessionId) setTyping({ sessionId, name: told.senderName, count: messages.length, at: Date.now() });
  });
  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [typing]);

  const toldAtMs = useRef(0);
  const tellTyping = (): void => {
    if (Date.now() - toldAtMs.current < TELL_EVERY_MS) return;
    toldAtMs.current = Date.now();
    hub.call('Typing', { sessionId }).catch(() => undefined);
  };
  // What was being typed has come: the message itself says more.
  const isOver = !typing || typing.sessionId !== sessionId || messages.length > typing.count;
  return { typingName: isOver ? null : typing.name, tellTyping };
}
