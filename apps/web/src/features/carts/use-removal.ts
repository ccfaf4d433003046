import { useEffect, useRef, useState } from 'react';
import { useRemoveFromCart, useReturnToCart } from './use-cart.ts';

/**
 * Removes cart lines inside `place`. Another line can be removed while one request is running. The focused remove button disappears
 * with its line, so the focus moves to the first remaining remove button, else the search box, else the empty state. The last removal
 * can be undone.
 */
export function useRemoval<Place extends HTMLElement>() {
  const { mutateAsync } = useRemoveFromCart();
  const returning = useReturnToCart();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const place = useRef<Place>(null);
  const hasRemoved = useRef(false);
  // Runs after every render: the line, and the focus with it, may disappear before or after the request resolves.
  useEffect(() => {
    if (!hasRemoved.current || document.activeElement !== document.body) return;
    hasRemoved.current = false;
    const next = ['[data-removes-line]', 'input', '[tabindex="-1"]'].map((what) => place.current?.querySelector<HTMLElement>(what));
    next.find(Boolean)?.focus();
  });
  const remove = async (invoiceNumbers: string[]): Promise<void> => {
    hasRemoved.current = true;
    setLeaving((before) => [...before, ...invoiceNumbers]);
    // The query client shows the error as a toast.
    await mutateAsync(invoiceNumbers).then(
      () => setRemoved(invoiceNumbers),
      () => {
        hasRemoved.current = false;
      },
    );
    setLeaving((before) => before.filter((number) => !invoiceNumbers.includes(number)));
  };
  const putBack = (): void => {
    // The button disappears with the line that says what was removed, so the focus moves as after a removal.
    hasRemoved.current = true;
    returning.mutate([...removed], { onSuccess: () => setRemoved([]) });
  };
  return {
    place,
    leaving: new Set(leaving),
    remove: (invoiceNumbers: string[]): void => void remove(invoiceNumbers),
    undo: { invoiceNumbers: removed, isBusy: returning.isPending, onPutBack: putBack },
  };
}
