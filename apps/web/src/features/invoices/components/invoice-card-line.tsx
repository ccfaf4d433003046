import type { InvoiceRow } from '@yardage/contract/invoices';
import type { ReactNode } from 'react';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { hasDiscount } from '../invoice-discount.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';
import classes from './invoice-card-line.module.css';
import { InvoiceDiscount } from './invoice-discount.tsx';

interface InvoiceCardLineProps {
  invoice: InvoiceRow;
  today: string;
  action: ReactNode;
}

/** Last line of an invoice card on phones: the amount to pay, the amount without discount, the discount's expiry, and Pay. */
export function InvoiceCardLine({ invoice, today, action }: InvoiceCardLineProps) {
  const isPaid = invoice.paymentResult === 1;
  return (
    <div className={classes.line}>
      <div className={classes.amounts}>
        <p>
          <strong>{formatCurrency(isPaid ? invoice.invoiceAmount : invoice.amountWithDiscount)}</strong>
          {hasDiscount(invoice) ? <s className={classes.before}>{formatCurrency(invoice.currentAmount)}</s> : null}
        </p>
        <InvoiceDiscount invoice={invoice} today={today} format={formatCurrency} />
        {invoice.daysOverdue ? <p className={classes.overdue}>{MESSAGES.overdue(invoice.daysOverdue)}</p> : null}
      </div>
      {action}
    </div>
  );
}
