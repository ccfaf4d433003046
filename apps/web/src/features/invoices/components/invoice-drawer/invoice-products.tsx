import type { InvoiceDetail } from '@yardage/contract/invoices';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { CellLink } from '#web/patterns/data-table/cell-link.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';

type Product = InvoiceDetail['invoiceProducts'][number];
type Recap = InvoiceDetail['productRecaps'][number];

const sharedColumns = () => [
  { header: MESSAGES.product, value: ({ productNumber }: Recap) => productNumber },
  { header: MESSAGES.description, value: ({ description }: Recap) => description },
  { header: MESSAGES.quantity, isNumber: true, value: ({ quantity }: Recap) => formatNumber(quantity) },
  { header: MESSAGES.unit, value: ({ unitOfMeasure }: Recap) => unitOfMeasure },
  { header: MESSAGES.amount, isNumber: true, value: ({ amount }: Recap) => formatAmount(amount) },
];

/** How to link to a ticket and how to open it. */
export interface TicketPage {
  href: (ticketId: number) => string;
  open: (ticketId: number) => void;
}

/** The ticket number, as a link if the user may see tickets. */
function TicketNumber({ product: { ticketId, ticketNumber }, page }: { product: Product; page: TicketPage | null }) {
  if (!page) return ticketNumber;
  return (
    <CellLink href={page.href(ticketId)} label={MESSAGES.openTicket(ticketNumber)} onOpen={() => page.open(ticketId)}>
      {ticketNumber}
    </CellLink>
  );
}

/** The totals per product, and the products per ticket (INV-08). */
export function InvoiceProducts({ invoice, tickets }: { invoice: InvoiceDetail; tickets: TicketPage | null }) {
  const columns = [
    { header: MESSAGES.ticket, value: (product: Product) => <TicketNumber product={product} page={tickets} /> },
    ...sharedColumns(),
  ];
  const total = { label: MESSAGES.sales, value: formatCurrency(invoice.salesAmount) };
  return (
    <>
      <Card title={MESSAGES.recaps}>
        <LineTable
          label={MESSAGES.recaps}
          columns={sharedColumns()}
          lines={invoice.productRecaps}
          emptyText={MESSAGES.noProducts}
          total={total}
          card={(line) => ({
            title: line.productNumber,
            result: formatCurrency(line.amount),
            details: [`${line.description} · ${formatQuantity(line.quantity, line.unitOfMeasure)}`],
          })}
        />
      </Card>
      <Card title={MESSAGES.products}>
        <LineTable
          label={MESSAGES.products}
          columns={columns}
          lines={invoice.invoiceProducts}
          emptyText={MESSAGES.noProducts}
          total={total}
          card={(line) => ({
            title: (
              <>
                <TicketNumber product={line} page={tickets} /> · {line.productNumber}
              </>
            ),
            result: formatCurrency(line.amount),
            details: [`${line.description} · ${formatQuantity(line.quantity, line.unitOfMeasure)}`],
          })}
        />
      </Card>
    </>
  );
}
