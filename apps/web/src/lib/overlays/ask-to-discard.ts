import { createStore } from '#web/lib/store.ts';

/** The action that waits for the user's answer, or null. The layout shows the question. */
export const discardQuestion = createStore<{ onDiscard: () => void } | null>({ initial: null });

/** Asks whether to discard what was typed. */
export function askToDiscard(onDiscard: () => void): void {
  discardQuestion.set({ onDiscard });
}
