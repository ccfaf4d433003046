import { createStore, useStore } from '#web/lib/store.ts';

const disabled = createStore<boolean>({ initial: false });

/** Notes that the server refuses every call of the user, because their account is not enabled. It lasts until the page is loaded again. */
export function noteDisabledAccount(): void {
  disabled.set(true);
}

/** Returns whether the server said that the user's account is not enabled. */
export function useIsAccountDisabled(): boolean {
  return useStore(disabled);
}
