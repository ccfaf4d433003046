import type { InvoiceRow } from '@yardage/contract/invoices';
import type { ReactNode } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { hasDiscount } from '../invoice-discount.ts';
import classes from './invoice-card-line.module.css';

/** The end of an invoice's card on a phone: what is to pay, what it would be without the discount, and Pay. */
export function InvoiceCardLine({ invoice, action }: { invoice: InvoiceRow; action: ReactNode }) {
  const isPaid = invoice.paymentResult === 1;
  return (
    <div className={classes.line}>
      <span>
        <strong>{formatCurrency(isPaid ? invoice.invoiceAmount : invoice.amountWithDiscount)}</strong>
        {hasDiscount(invoice) ? <s className={classes.before}>{formatCurrency(invoice.currentAmount)}</s> : null}
      </span>
      {action}
    </div>
  );
}
