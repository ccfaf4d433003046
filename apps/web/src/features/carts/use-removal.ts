import { useEffect, useRef, useState } from 'react';
import { useRemoveFromCart } from './use-cart.ts';

/**
 * Removes lines that stand inside `place`; another line can be removed while one is under way. The keyboard, whose button goes with its line, comes to
 * the next thing there is to do or to read.
 */
export function useRemoval<Place extends HTMLElement>() {
  const { mutateAsync } = useRemoveFromCart();
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const place = useRef<Place>(null);
  const hasRemoved = useRef(false);
  // After every drawing: the line goes a moment before or after the answer is known, and the focus with it.
  useEffect(() => {
    if (!hasRemoved.current || document.activeElement !== document.body) return;
    hasRemoved.current = false;
    const next = ['[data-removes-line]', 'input', '[tabindex="-1"]'].map((what) => place.current?.querySelector<HTMLElement>(what));
    next.find(Boolean)?.focus();
  });
  const remove = async (invoiceNumbers: string[]): Promise<void> => {
    hasRemoved.current = true;
    setLeaving((before) => [...before, ...invoiceNumbers]);
    // A failure is told by the request layer.
    await mutateAsync(invoiceNumbers).catch(() => {
      hasRemoved.current = false;
    });
    setLeaving((before) => before.filter((number) => !invoiceNumbers.includes(number)));
  };
  return { place, leaving: new Set(leaving), remove: (invoiceNumbers: string[]): void => void remove(invoiceNumbers) };
}
