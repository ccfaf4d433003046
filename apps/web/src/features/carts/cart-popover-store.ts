import { createStore, useStore } from '#web/lib/store.ts';

const isShown = createStore({ initial: false });

/** Opens or closes the cart popover in the header from anywhere, for example from Pay (INV-11). */
export const showCart: (isOpen: boolean) => void = isShown.set;

/** Whether the cart popover is open. */
export function useIsCartShown(): boolean {
  return useStore(isShown);
}
