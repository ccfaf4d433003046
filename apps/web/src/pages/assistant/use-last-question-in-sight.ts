import { type RefObject, useEffect } from 'react';

/** A reader who scrolls while an answer comes in wants to be left where he is. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;

/** Brings the last question to the top of the window when it is asked and while it is answered, so that an answer is read from its beginning. */
export function useLastQuestionInSight(page: RefObject<HTMLElement | null>, turns: number): void {
  useEffect(() => {
    const element = page.current;
    if (!element || turns === 0) return;
    const show = (): void => {
      const questions = element.querySelectorAll('[data-question]');
      questions[questions.length - 1]?.scrollIntoView({ block: 'start' });
    };
    const watcher = new MutationObserver(show);
    const leave = (): void => watcher.disconnect();
    show();
    watcher.observe(element, { childList: true, subtree: true, characterData: true });
    for (const name of OWN_SCROLLS) window.addEventListener(name, leave, { passive: true });
    return () => {
      leave();
      for (const name of OWN_SCROLLS) window.removeEventListener(name, leave);
    };
  }, [page, turns]);
}
