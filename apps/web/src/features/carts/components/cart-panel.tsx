import { Button } from '@mantine/core';
import type { Cart, CartInvoice } from '@yardage/contract/carts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { DISCOUNT_MESSAGES } from '#web/patterns/discount.messages.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { useCart } from '../use-cart.ts';
import classes from './cart-panel.module.css';
import { CartTotals, NothingInCart, PutBack, RemoveButton, useRemoval } from './cart-parts.tsx';

/** Content of the cart popover: the invoices, their totals and the checkout button (PAY-02, PAY-03). */
export function CartPanel({ onCheckout }: { onCheckout: () => void }) {
  const { cart, query } = useCart();
  const isEmpty = !cart || cart.invoices.length === 0;
  return (
    <section className={classes.panel}>
      <div className={classes.head}>
        <h2>{MESSAGES.title}</h2>
        {isEmpty ? null : <span>{MESSAGES.count(cart.invoices.length)}</span>}
      </div>
      {cart ? <Content cart={cart} /> : <Waiting isFailed={query.isError} onRetry={() => void query.refetch()} />}
      <footer className={classes.foot}>
        {isEmpty ? null : <CartTotals totals={cart} />}
        <Button fullWidth disabled={isEmpty} onClick={onCheckout}>
          {MESSAGES.proceed}
        </Button>
      </footer>
    </section>
  );
}

function Waiting({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed)
    return (
      <div className={classes.waiting}>
        <StillLoading />
        {[62, 54, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    );
  return (
    <Notice
      kind="failure"
      title={MESSAGES.fetchFailed}
      action={
        <Button variant="default" onClick={onRetry}>
          {MESSAGES.retry}
        </Button>
      }
    />
  );
}

function Content({ cart }: { cart: Cart }) {
  const { place, remove, leaving, undo } = useRemoval<HTMLDivElement>(cart);
  return (
    <div className={classes.content} ref={place}>
      {cart.invoices.length === 0 ? (
        <NothingInCart />
      ) : (
        <ul className={classes.list}>
          {cart.invoices.map((invoice) => (
            <Line key={invoice.invoiceNumber} invoice={invoice} isBusy={leaving.has(invoice.invoiceNumber)} onRemove={remove} />
          ))}
        </ul>
      )}
      {/* Below the lines: above them it would move the next remove button away from the pointer. */}
      <PutBack {...undo} />
    </div>
  );
}

function Line({ invoice, isBusy, onRemove }: { invoice: CartInvoice; isBusy: boolean; onRemove: (invoiceNumbers: string[]) => void }) {
  const { invoiceNumber, documentDate, discountAmount, discountExpiryDate, amountWithDiscount, invoiceAmount, openAmount } = invoice;
  return (
    <li className={classes.line}>
      <div className={classes.facts}>
        <p className={classes.number}>
          {invoiceNumber}
          <span className={classes.date}>{formatDay(documentDate)}</span>
        </p>
        {discountAmount > 0 ? (
          <p className={classes.discount}>{DISCOUNT_MESSAGES.line(formatCurrency(-discountAmount), formatDay(discountExpiryDate))}</p>
        ) : null}
        {invoiceAmount < openAmount ? <p className={classes.discount}>{MESSAGES.partOf(formatCurrency(openAmount))}</p> : null}
      </div>
      <p className={classes.amount}>{formatCurrency(amountWithDiscount)}</p>
      <RemoveButton invoiceNumber={invoiceNumber} isBusy={isBusy} onRemove={onRemove} />
    </li>
  );
}
