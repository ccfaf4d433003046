import type { InvoiceRow } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import { DISCOUNT_WORDS } from '#web/patterns/discount.messages.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { discountTimeLeft, hasDiscount } from '../invoice-discount.ts';
import classes from './invoice-discount.module.css';

type Discounted = Pick<InvoiceRow, 'discountAmount' | 'discountExpiryDate'>;

/** `-120.00 by 12/10/2026`, or nothing. */
export function discountText(invoice: Discounted): string {
  return hasDiscount(invoice) ? `${formatAmount(-invoice.discountAmount)} ${untilText(invoice)}` : '';
}

interface InvoiceDiscountProps {
  invoice: Discounted;
  today: string;
  /** How its amount is written; without the currency where a head names it. */
  format?: (amount: number) => string;
}

/** A discount and the last day of it; when that is near, how many days are left instead, the only thing here with a colour. */
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

/** That a discount is nearly over: a clock and the words. */
export function TimeLeft({ text, title }: { text: string; title?: string }) {
  return (
    <span className={classes.left} title={title}>
      <Icon name="clock" size={14} />
      {text}
    </span>
  );
}

function untilText({ discountExpiryDate }: Discounted): string {
  return DISCOUNT_WORDS.until(formatDay(discountExpiryDate));
}
