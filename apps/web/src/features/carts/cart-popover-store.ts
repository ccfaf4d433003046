import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the cart popover in the header from anywhere, for example from Pay (INV-11). */
export function showCart(isShown: boolean): void {
  isOpen = isShown;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the cart popover is open. */
export function useIsCartShown(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
