import { useEffect, useRef } from 'react';
import { useRemoveFromCart } from './use-cart.ts';

/** Removes lines that stand inside `place`. The keyboard, whose button goes with its line, comes to the next thing there is to do or to read. */
export function useRemoval<Place extends HTMLElement>() {
  const { mutate, isPending, isSuccess } = useRemoveFromCart();
  const place = useRef<Place>(null);
  useEffect(() => {
    if (!isSuccess || document.activeElement !== document.body) return;
    const next = ['[data-removes-line]', 'input', '[tabindex="-1"]'].map((what) => place.current?.querySelector<HTMLElement>(what));
    next.find(Boolean)?.focus();
  }, [isSuccess]);
  return { place, isPending, remove: (invoiceNumbers: string[]): void => mutate(invoiceNumbers) };
}
