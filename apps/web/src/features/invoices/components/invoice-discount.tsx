import type { InvoiceRow } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { discountTimeLeft, hasDiscount } from '../invoice-discount.ts';
import { INVOICES_MESSAGES as WORDS } from '../invoices.messages.ts';
import classes from './invoice-discount.module.css';

type Discounted = Pick<InvoiceRow, 'discountAmount' | 'discountExpiryDate'>;

/** `Keep $120.00 by 12/10/2026`, or nothing. */
export function discountText(invoice: Discounted): string {
  return hasDiscount(invoice) ? WORDS.keepBy(formatCurrency(invoice.discountAmount), formatDay(invoice.discountExpiryDate)) : '';
}

/** What paying in time keeps, and how long that still holds when it is nearly over. */
export function InvoiceDiscount({ invoice, today }: { invoice: Discounted; today: string }) {
  if (!hasDiscount(invoice)) return null;
  const left = discountTimeLeft(invoice, today);
  return (
    <span className={classes.discount}>
      {discountText(invoice)}
      {left ? (
        <span className={classes.left}>
          <Icon name="clock" size={14} />
          {left}
        </span>
      ) : null}
    </span>
  );
}
