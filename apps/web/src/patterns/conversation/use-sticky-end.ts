import type { KeptMessage } from '@yardage/domain/chat-messages';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** The log counts as being at its end within this distance. */
const END_PX = 48;

interface StickyEnd {
  box: RefObject<HTMLDivElement | null>;
  /** Number of messages that arrived while the reader was scrolled up. */
  news: number;
  goToEnd: () => void;
  onScroll: () => void;
}

/** Keeps the log scrolled to its end while the reader is there. If they have scrolled up, it does not move and counts new messages. */
export function useStickyEnd(messages: readonly KeptMessage[], onSeen: () => void): StickyEnd {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [news, setNews] = useState(0);
  const [known, setKnown] = useState(messages);
  /** Messages count as seen only if the end of the log is in view and the tab is visible. */
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

  // A phone's keyboard, a longer draft or a rotation shrinks the log. Keep the end in view.
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
