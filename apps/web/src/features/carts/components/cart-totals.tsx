import type { Cart } from '@yardage/contract/carts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import classes from './cart-totals.module.css';

type Totals = Pick<Cart, 'totalAmount' | 'totalDiscountAmount' | 'totalAmountWithDiscount'>;

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
    </dl>
  );
}
