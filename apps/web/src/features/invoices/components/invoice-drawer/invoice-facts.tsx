import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { DISCOUNT_WORDS } from '#web/patterns/discount.messages.ts';
import { discountTimeLeft, hasDiscount } from '../../invoice-discount.ts';
import { INVOICE_FIELDS, INVOICES_MESSAGES as WORDS } from '../../invoices.messages.ts';
import { TimeLeft } from '../invoice-discount.tsx';
import classes from './invoice-drawer.module.css';

/** What a clerk asks first: what is open, until when, and what paying in time keeps. */
export function InvoiceFacts({ invoice, today }: { invoice: InvoiceDetail; today: string }) {
  const left = discountTimeLeft(invoice, today);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{WORDS.open}</dt>
        <dd>{formatCurrency(invoice.currentAmount)}</dd>
      </div>
      {hasDiscount(invoice) ? (
        <>
          <div>
            <dt>{INVOICE_FIELDS.discount}</dt>
            <dd>
              {formatCurrency(-invoice.discountAmount)} {DISCOUNT_WORDS.until(formatDay(invoice.discountExpiryDate))}{' '}
              {left ? <TimeLeft text={left} /> : null}
            </dd>
          </div>
          <div>
            <dt>{WORDS.withDiscount}</dt>
            <dd>{formatCurrency(invoice.amountWithDiscount)}</dd>
          </div>
        </>
      ) : null}
      <div>
        <dt>{WORDS.due}</dt>
        <dd>{formatDay(invoice.dueDate)}</dd>
      </div>
    </dl>
  );
}
