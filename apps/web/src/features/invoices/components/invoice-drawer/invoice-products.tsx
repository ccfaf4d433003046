import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { INVOICES_MESSAGES as WORDS } from '../../invoices.messages.ts';

type Product = InvoiceDetail['invoiceProducts'][number];
type Recap = InvoiceDetail['productRecaps'][number];

const SHARED = [
  { header: WORDS.product, value: ({ productNumber }: Recap) => productNumber },
  { header: WORDS.description, value: ({ description }: Recap) => description },
  { header: WORDS.quantity, isNumber: true, value: ({ quantity }: Recap) => formatNumber(quantity) },
  { header: WORDS.unit, value: ({ unitOfMeasure }: Recap) => unitOfMeasure },
  { header: WORDS.amount, isNumber: true, value: ({ amount }: Recap) => formatAmount(amount) },
];
const COLUMNS = [{ header: WORDS.ticket, value: ({ ticketNumber }: Product) => ticketNumber }, ...SHARED];

/** What came on which ticket, and each product's sum over all of them (INV-08). */
export function InvoiceProducts({ invoice }: { invoice: InvoiceDetail }) {
  const total = { label: WORDS.sales, value: formatCurrency(invoice.salesAmount) };
  return (
    <>
      <Card title={WORDS.recaps}>
        <LineTable
          label={WORDS.recaps}
          columns={SHARED}
          lines={invoice.productRecaps}
          emptyText={WORDS.noProducts}
          total={total}
          card={(line) => ({
            title: line.productNumber,
            result: formatCurrency(line.amount),
            details: [`${line.description} · ${formatQuantity(line.quantity, line.unitOfMeasure)}`],
          })}
        />
      </Card>
      <Card title={WORDS.products}>
        <LineTable
          label={WORDS.products}
          columns={COLUMNS}
          lines={invoice.invoiceProducts}
          emptyText={WORDS.noProducts}
          total={total}
          card={(line) => ({
            title: `${line.ticketNumber} · ${line.productNumber}`,
            result: formatCurrency(line.amount),
            details: [`${line.description} · ${formatQuantity(line.quantity, line.unitOfMeasure)}`],
          })}
        />
      </Card>
    </>
  );
}
