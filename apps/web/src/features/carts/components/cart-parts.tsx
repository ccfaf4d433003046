import { Button } from '@mantine/core';
import type { Cart } from '@yardage/contract/carts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { type ChosenBefore, creditsLost, missingFrom, partsAmong } from '../carts.api.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { useRemoveFromCart, useReturnToCart } from '../use-cart.ts';
import panelClasses from './cart-panel.module.css';
import classes from './cart-parts.module.css';

type Totals = Omit<Cart, 'invoices' | 'credits'>;

/** Amount, Discount and Total (PAY-10). Screen readers announce changes. */
export function CartTotals({ totals }: { totals: Totals }) {
  return (
    <dl className={classes.totals} aria-live="polite">
      <div>
        <dt>{MESSAGES.amount}</dt>
        <dd>{formatCurrency(totals.totalAmount)}</dd>
      </div>
      <div>
        <dt>{MESSAGES.discount}</dt>
        <dd>{formatCurrency(-totals.totalDiscountAmount)}</dd>
      </div>
      <div className={classes.total}>
        <dt>{MESSAGES.total}</dt>
        <dd>{formatCurrency(totals.totalAmountWithDiscount)}</dd>
      </div>
      {totals.totalCreditAmount > 0 ? (
        <>
          <div>
            <dt>{MESSAGES.fromCredits}</dt>
            <dd>{formatCurrency(-totals.totalCreditAmount)}</dd>
          </div>
          <div className={classes.total}>
            <dt>{MESSAGES.toPay}</dt>
            <dd>{formatCurrency(totals.amountToPay)}</dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}

/** Empty state of the cart (PAY-03). Its text takes the focus after the last line was removed. */
export function NothingInCart({ children }: { children?: ReactNode }) {
  return (
    <div className={panelClasses.empty}>
      <Icon name="cart" size={24} />
      <p tabIndex={-1}>{MESSAGES.empty}</p>
      <p className={panelClasses.hint}>{MESSAGES.emptyHint}</p>
      {children}
    </div>
  );
}

interface PutBackProps {
  /** What was removed last; empty if there is nothing to undo. */
  invoiceNumbers: readonly string[];
  isBusy: boolean;
  onPutBack: () => void;
}

/** Says what was removed last and offers to undo it. It stays until the next change, unlike a toast. */
export function PutBack({ invoiceNumbers, isBusy, onPutBack }: PutBackProps) {
  return (
    <div role="status">
      {invoiceNumbers.length > 0 ? (
        <p className={panelClasses.removed}>
          {MESSAGES.removed(invoiceNumbers.length, invoiceNumbers[0] ?? '')}
          <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={onPutBack}>
            {MESSAGES.putBack}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

interface RemoveButtonProps {
  invoiceNumber: string;
  isBusy: boolean;
  onRemove: (invoiceNumbers: string[]) => void;
}

/** Removes one invoice from the cart. While busy it keeps the focus and ignores clicks. */
export function RemoveButton({ invoiceNumber, isBusy, onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className={panelClasses.remove}
      aria-label={MESSAGES.remove(invoiceNumber)}
      title={MESSAGES.removeShort}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onRemove([invoiceNumber])}
      data-removes-line
    >
      <Icon name="close" size={16} />
    </button>
  );
}

interface Removed extends Required<ChosenBefore> {
  numbers: readonly string[];
}
const NOTHING_REMOVED: Removed = { numbers: [], amounts: {}, credits: [] };

/**
 * Removes cart lines inside `place`. Another line can be removed while one request is running. The focused remove button disappears
 * with its line, so the focus moves to the first remaining remove button, else the search box, else the empty state. The last removal
 * can be undone.
 */
export function useRemoval<Place extends HTMLElement>(cart: Cart) {
  const { mutateAsync } = useRemoveFromCart();
  const returning = useReturnToCart();
  const [removed, setRemoved] = useState(NOTHING_REMOVED);
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
    const amounts = partsAmong(cart.invoices, invoiceNumbers);
    // The query client shows the error as a toast.
    await mutateAsync(invoiceNumbers).then(
      (left) => setRemoved({ numbers: invoiceNumbers, amounts, credits: creditsLost(cart, left) }),
      () => {
        hasRemoved.current = false;
      },
    );
    setLeaving((before) => before.filter((number) => !invoiceNumbers.includes(number)));
  };
  const putBack = (): void => {
    // The button disappears with the line that says what was removed, so the focus moves as after a removal.
    hasRemoved.current = true;
    const onSuccess = (cart: Cart): void => {
      setRemoved(NOTHING_REMOVED);
      const missing = missingFrom(cart, removed.numbers);
      if (missing.length > 0)
        toasts.show({ kind: 'destructive', title: MESSAGES.addFailed, message: MESSAGES.notPutBackHint(missing.join(', ')) });
    };
    returning.mutate([...removed.numbers], { onSuccess }, removed);
  };
  return {
    place,
    leaving: new Set(leaving),
    remove: (invoiceNumbers: string[]): void => void remove(invoiceNumbers),
    undo: { invoiceNumbers: removed.numbers, isBusy: returning.isPending, onPutBack: putBack },
  };
}
