import { type RefObject, useEffect } from 'react';

/** User input that stops the automatic scrolling while an answer is streaming. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

function showLastQuestion(page: HTMLElement | null): void {
  const questions = page?.querySelectorAll('[data-question]');
  questions?.[questions.length - 1]?.scrollIntoView({ block: 'start' });
}

/** Scrolls the last question to the top when it is asked and while it is answered, so that the user reads the answer from its start. */
export function useLastQuestionInSight(page: RefObject<HTMLElement | null>, turns: number, isAnswering: boolean): void {
  useEffect(() => {
    if (turns > 0) showLastQuestion(page.current);
  }, [page, turns]);

  useEffect(() => {
    if (!page.current || !isAnswering) return;
    const watcher = new MutationObserver(() => showLastQuestion(page.current));
    const leave = (): void => watcher.disconnect();
    watcher.observe(page.current, { childList: true, subtree: true, characterData: true });
    for (const name of OWN_SCROLLS) window.addEventListener(name, leave, { passive: true });
    return () => {
      leave();
      for (const name of OWN_SCROLLS) window.removeEventListener(name, leave);
    };
  }, [page, isAnswering]);
}
