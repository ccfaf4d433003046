import { type RefObject, useEffect, useRef } from 'react';

/** A reader who scrolls while an answer comes in wants to be left where he is. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;

/** Brings the last question to the top of the window when it is asked and while it is answered, so that an answer is read from its beginning. */
export function useLastQuestionInSight(page: RefObject<HTMLElement | null>, turns: number, said: unknown): void {
  const isLeft = useRef(false);
  useEffect(() => {
    const leave = (): void => {
      isLeft.current = true;
    };
    for (const name of OWN_SCROLLS) window.addEventListener(name, leave, { passive: true });
    return () => {
      for (const name of OWN_SCROLLS) window.removeEventListener(name, leave);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn begins another look
  useEffect(() => {
    isLeft.current = false;
  }, [turns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is what there is to see
  useEffect(() => {
    if (isLeft.current) return;
    const questions = page.current?.querySelectorAll('[data-question]');
    questions?.[questions.length - 1]?.scrollIntoView({ block: 'start' });
  }, [page, turns, said]);
}
