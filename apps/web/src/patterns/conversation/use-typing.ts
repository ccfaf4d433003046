import type { KeptMessage } from '@yardage/domain/chat-messages';
import { useEffect, useRef, useState } from 'react';
import { hub, useHubEvent } from '#web/lib/hub/hub.ts';

/** Typing is announced this often at most, and is shown for SHOWN_FOR_MS after the last announcement. */
const TELL_EVERY_MS = 2000;
const SHOWN_FOR_MS = 5000;

/** Returns who is typing on the other side, and a function that announces typing on this side. */
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
  // A message has arrived since, so the typing note is obsolete.
  const isOver = !typing || typing.sessionId !== sessionId || messages.length > typing.count;
  return { typingName: isOver ? null : typing.name, tellTyping };
}
