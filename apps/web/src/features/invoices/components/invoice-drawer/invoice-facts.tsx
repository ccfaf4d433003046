import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { DISCOUNT_MESSAGES } from '#web/patterns/discount.messages.ts';
import { FactStrip } from '#web/patterns/info-card.tsx';
import { discountTimeLeft, hasDiscount } from '../../invoice-discount.ts';
import { INVOICE_FIELDS, INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';
import { TimeLeft } from '../invoice-discount.tsx';
import classes from './invoice-drawer.module.css';

/** Key figures of an invoice: open amount, available discount and due date. */
export function InvoiceFacts({ invoice, today }: { invoice: InvoiceDetail; today: string }) {
  const left = discountTimeLeft(invoice, today);
  const discount = (
    <>
      {formatCurrency(-invoice.discountAmount)} {DISCOUNT_MESSAGES.until(formatDay(invoice.discountExpiryDate))}{' '}
      {left ? <TimeLeft text={left} /> : null}
    </>
  );
  const kept = [
    { label: INVOICE_FIELDS.discount, value: discount },
    { label: MESSAGES.withDiscount, value: formatCurrency(invoice.amountWithDiscount) },
  ];
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.open, value: formatCurrency(invoice.currentAmount) },
        ...(hasDiscount(invoice) ? kept : []),
        { label: MESSAGES.due, value: <DueDate invoice={invoice} /> },
      ]}
    />
  );
}

/** The due date, and the days overdue, if any. */
function DueDate({ invoice: { dueDate, daysOverdue } }: { invoice: InvoiceDetail }) {
  return (
    <>
      {formatDay(dueDate)} {daysOverdue ? <span className={classes.overdue}>{MESSAGES.overdue(daysOverdue)}</span> : null}
    </>
  );
}
