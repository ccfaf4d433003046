import type { InvoiceRow } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import { DISCOUNT_MESSAGES } from '#web/patterns/discount.messages.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { discountTimeLeft, hasDiscount } from '../invoice-discount.ts';
import classes from './invoice-discount.module.css';

type Discounted = Pick<InvoiceRow, 'discountAmount' | 'discountExpiryDate'>;

/** Returns the discount as `-120.00 by 12/10/2026`, or an empty string. */
export function discountText(invoice: Discounted): string {
  return hasDiscount(invoice) ? `${formatAmount(-invoice.discountAmount)} ${untilText(invoice)}` : '';
}

interface InvoiceDiscountProps {
  invoice: Discounted;
  today: string;
  /** Formats the amount; by default without currency, because the column header names it. */
  format?: (amount: number) => string;
}

/** A discount and its last day. Shortly before that day it shows the days left instead, in the signal colour. */
export function InvoiceDiscount({ invoice, today, format = formatAmount }: InvoiceDiscountProps) {
  if (!hasDiscount(invoice)) return null;
  const left = discountTimeLeft(invoice, today);
  return (
    <span className={classes.discount}>
      {format(-invoice.discountAmount)}
      {left ? <TimeLeft text={left} title={untilText(invoice)} /> : <span className={classes.until}>{untilText(invoice)}</span>}
    </span>
  );
}

/** A clock icon and the time left, for a discount that expires soon. */
export function TimeLeft({ text, title }: { text: string; title?: string }) {
  return (
    <span className={classes.left} title={title}>
      <Icon name="clock" size={14} />
      {text}
    </span>
  );
}

function untilText({ discountExpiryDate }: Discounted): string {
  return DISCOUNT_MESSAGES.until(formatDay(discountExpiryDate));
}
