import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatQuantity } from '@yardage/domain/quantities';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';
import classes from './invoice-drawer.module.css';

/** The amounts of an invoice: sales plus tax is the total; minus payments and discounts it is the balance (INV-08). */
export function InvoiceAmounts({ invoice }: { invoice: InvoiceDetail }) {
  const { paidAmount, creditedAmount, discountTakenAmount } = invoice;
  const lines = [
    { label: MESSAGES.totalQuantity, value: formatQuantity(invoice.totalQuantity, invoice.unitOfMeasure) },
    { label: MESSAGES.sales, value: formatCurrency(invoice.salesAmount) },
    { label: MESSAGES.tax, value: formatCurrency(invoice.taxAmount) },
    { label: MESSAGES.total, value: formatCurrency(invoice.invoiceAmount), isSum: true },
    ...(paidAmount > 0 ? [{ label: MESSAGES.paid, value: formatCurrency(-paidAmount) }] : []),
    ...(creditedAmount > 0 ? [{ label: MESSAGES.credited, value: formatCurrency(-creditedAmount) }] : []),
    ...(discountTakenAmount > 0 ? [{ label: MESSAGES.discountTaken, value: formatCurrency(-discountTakenAmount) }] : []),
    { label: MESSAGES.balance, value: formatCurrency(invoice.currentAmount), isSum: true },
  ];
  return (
    <Card title={MESSAGES.amounts}>
      <dl className={classes.amounts}>
        {lines.map(({ label, value, isSum }) => (
          <div key={label} className={isSum ? classes.rule : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
