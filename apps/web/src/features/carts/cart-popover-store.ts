import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the cart in the header, from anywhere: Pay does so too (INV-11). */
export function showCart(isShown: boolean): void {
  isOpen = isShown;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the cart stands open. */
export function useIsCartShown(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
