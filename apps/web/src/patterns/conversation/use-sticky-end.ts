import type { KeptMessage } from '@yardage/domain/chat-messages';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** So near its end the log counts as being there. */
const END_PX = 48;

interface StickyEnd {
  box: RefObject<HTMLDivElement | null>;
  /** How many messages came while the reader was further up. */
  news: number;
  goToEnd: () => void;
  onScroll: () => void;
}

/** Keeps a log at its end while the reader is there; further up nothing moves, and what came meanwhile is counted. */
export function useStickyEnd(messages: readonly KeptMessage[], onSeen: () => void): StickyEnd {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [news, setNews] = useState(0);
  const [known, setKnown] = useState(messages);
  /** Seen is what stands on a screen that somebody looks at. */
  const look = (): void => {
    if (isAtEnd.current && document.visibilityState === 'visible') onSeen();
  };
  const lookNow = useEffectEvent(look);

  const goToEnd = useCallback((): void => {
    isAtEnd.current = true;
    setNews(0);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, []);

  useLayoutEffect(() => {
    if (messages === known) return;
    setKnown(messages);
    const wrote = messages.length > known.length && messages.at(-1)?.isOwn;
    if (isAtEnd.current || wrote) goToEnd();
    else setNews((before) => before + Math.max(0, messages.length - known.length));
  }, [messages, known, goToEnd]);

  // The keyboard of a phone, a longer draft or a rotated screen takes room away: the end stays in sight.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => isAtEnd.current && element.scrollTo({ top: element.scrollHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  useEffect(() => {
    if (messages.length > 0) lookNow();
  }, [messages]);
  useEffect(() => {
    const turned = (): void => lookNow();
    document.addEventListener('visibilitychange', turned);
    return () => document.removeEventListener('visibilitychange', turned);
  }, []);

  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
    if (!isAtEnd.current || news === 0) return;
    setNews(0);
    look();
  };
  return {
    box,
    news,
    goToEnd: () => {
      goToEnd();
      look();
    },
    onScroll,
  };
}
