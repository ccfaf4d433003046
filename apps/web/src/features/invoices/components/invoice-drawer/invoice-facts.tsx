import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { FactStrip } from '#web/patterns/fact-strip.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { discountTimeLeft, hasDiscount } from '../../invoice-discount.ts';
import { INVOICE_FIELDS, INVOICES_MESSAGES as WORDS } from '../../invoices.messages.ts';
import marks from '../invoice-discount.module.css';

/** What a clerk asks first: what is open, until when, and what paying in time keeps. */
export function InvoiceFacts({ invoice, today }: { invoice: InvoiceDetail; today: string }) {
  const left = discountTimeLeft(invoice, today);
  const discount = (
    <span className={marks.discount}>
      {WORDS.payByKeep(formatDay(invoice.discountExpiryDate), formatCurrency(invoice.discountAmount))}
      {left ? (
        <span className={marks.left}>
          <Icon name="clock" size={14} />
          {left}
        </span>
      ) : null}
    </span>
  );
  const kept = [
    { label: INVOICE_FIELDS.discount, value: discount },
    { label: WORDS.withDiscount, value: formatCurrency(invoice.amountWithDiscount) },
  ];
  return (
    <FactStrip
      facts={[
        { label: WORDS.open, value: formatCurrency(invoice.currentAmount) },
        ...(hasDiscount(invoice) ? kept : []),
        { label: WORDS.due, value: formatDay(invoice.dueDate) },
      ]}
    />
  );
}
