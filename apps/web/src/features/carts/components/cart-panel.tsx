import { Button } from '@mantine/core';
import type { Cart, CartInvoice } from '@yardage/contract/carts';
import { useRef } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Bone } from '#web/patterns/bone.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { CARTS_MESSAGES as WORDS } from '../carts.messages.ts';
import { useCart, useRemoveFromCart } from '../use-cart.ts';
import classes from './cart-panel.module.css';
import { CartTotals } from './cart-totals.tsx';

/** What the cart holds, what it comes to, and the way to pay it (PAY-02, PAY-03). */
export function CartPanel({ onCheckout }: { onCheckout: () => void }) {
  const { cart, query } = useCart();
  const isEmpty = !cart || cart.invoices.length === 0;
  return (
    <section className={classes.panel}>
      <header className={classes.head}>
        <h2>{WORDS.title}</h2>
        {isEmpty ? null : <span>{WORDS.count(cart.invoices.length)}</span>}
      </header>
      {cart ? <Content cart={cart} /> : <Waiting isFailed={query.isError} onRetry={() => void query.refetch()} />}
      <footer className={classes.foot}>
        {isEmpty ? null : <CartTotals totals={cart} />}
        <Button fullWidth disabled={isEmpty} onClick={onCheckout}>
          {WORDS.proceed}
        </Button>
      </footer>
    </section>
  );
}

function Waiting({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed)
    return (
      <div className={classes.waiting}>
        {[62, 54, 70].map((width) => (
          <Bone key={width} width={`${width}%`} />
        ))}
      </div>
    );
  return (
    <Notice
      kind="failure"
      title={WORDS.fetchFailed}
      action={
        <Button variant="default" onClick={onRetry}>
          {WORDS.retry}
        </Button>
      }
    />
  );
}

function Content({ cart }: { cart: Cart }) {
  const removal = useRemoveFromCart();
  const list = useRef<HTMLUListElement>(null);
  if (cart.invoices.length === 0) {
    return (
      <div className={classes.empty}>
        <Icon name="cart" size={24} />
        <p>{WORDS.empty}</p>
        <p className={classes.hint}>{WORDS.emptyHint}</p>
      </div>
    );
  }
  const remove = (invoiceNumber: string): void =>
    removal.mutate([invoiceNumber], {
      // The button that had the keyboard has gone with its line.
      onSuccess: () => list.current?.querySelector('button')?.focus(),
    });
  return (
    <ul className={classes.list} ref={list}>
      {cart.invoices.map((invoice) => (
        <Line key={invoice.invoiceNumber} invoice={invoice} isBusy={removal.isPending} onRemove={remove} />
      ))}
    </ul>
  );
}

function Line({ invoice, isBusy, onRemove }: { invoice: CartInvoice; isBusy: boolean; onRemove: (invoiceNumber: string) => void }) {
  const { invoiceNumber, documentDate, discountAmount, discountExpiryDate, amountWithDiscount } = invoice;
  return (
    <li className={classes.line}>
      <div className={classes.facts}>
        <p className={classes.number}>
          {invoiceNumber}
          <span className={classes.date}>{formatDay(documentDate)}</span>
        </p>
        {discountAmount > 0 ? (
          <p className={classes.keep}>{WORDS.keepBy(formatCurrency(discountAmount), formatDay(discountExpiryDate))}</p>
        ) : null}
      </div>
      <p className={classes.amount}>{formatCurrency(amountWithDiscount)}</p>
      <button
        type="button"
        className={classes.remove}
        aria-label={WORDS.remove(invoiceNumber)}
        title={WORDS.removeShort}
        aria-disabled={isBusy}
        onClick={() => !isBusy && onRemove(invoiceNumber)}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  );
}
