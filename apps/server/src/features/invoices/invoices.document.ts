import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { DocumentDefinition, TableSection, TotalsSection } from '#server/documents/document-definition';
import type { InvoiceForDocument } from './invoices.queries.ts';

/** The invoice document: lines by ticket, totals and the balance due. */
export function invoiceDocument(invoice: InvoiceForDocument): DocumentDefinition {
  return {
    title: 'Invoice',
    number: invoice.documentNumber,
    status: invoice.paidCents >= invoice.totalCents ? 'Paid' : invoice.isPending ? 'Payment pending' : 'Open',
    facts: [
      { label: 'Bill to', value: `${invoice.customerName}\n${invoice.customerAddress}`, span: 2 },
      { label: 'Job', value: [invoice.job, invoice.jobAddress1, invoice.jobAddress2].filter(Boolean).join('\n'), span: 2 },
      { label: 'Invoice date', value: formatDay(invoice.documentDate) },
      { label: 'Due', value: formatDay(invoice.dueDate) },
      { label: 'Customer number', value: invoice.customerNumber },
      { label: 'Batch', value: invoice.batchNumber },
      { label: 'Order', value: invoice.orderNumber },
      { label: 'PO number', value: invoice.poNumber },
    ],
    sections: [lines(invoice), totals(invoice)],
  };
}

function lines(invoice: InvoiceForDocument): TableSection {
  return {
    kind: 'table',
    heading: 'Deliveries',
    columns: [
      { header: 'Ticket' },
      { header: 'Product' },
      { header: 'Description', canWrap: true },
      { header: 'Quantity', align: 'right' },
      { header: 'Unit' },
      { header: 'Price', align: 'right' },
      { header: 'Amount', align: 'right' },
    ],
    rows: invoice.lines.map((line) => [
      line.ticketNumber,
      line.productNumber,
      line.description,
      formatQuantityOnPaper(line.quantity),
      line.unitOfMeasure,
      formatMoney(line.unitPriceCents),
      formatMoney(line.amountCents),
    ]),
    emptyText: 'This invoice lists no deliveries.',
  };
}

function totals(invoice: InvoiceForDocument): TotalsSection {
  const { discountCents, discountExpiresOn, paidCents, discountTakenCents } = invoice;
  const hasDiscount = discountCents > 0 && discountExpiresOn !== null && paidCents === 0;
  return {
    kind: 'totals',
    lines: [
      { label: 'Sales', amount: formatMoney(invoice.salesCents) },
      { label: 'Tax', amount: formatMoney(invoice.taxCents) },
      { label: 'Invoice total', amount: formatMoney(invoice.totalCents) },
      ...(paidCents > 0 ? [{ label: 'Paid', amount: formatMoney(-(paidCents - discountTakenCents)) }] : []),
      ...(discountTakenCents > 0 ? [{ label: 'Discount taken', amount: formatMoney(-discountTakenCents) }] : []),
      { label: 'Balance due', amount: formatMoney(invoice.totalCents - paidCents) },
    ],
    ...(hasDiscount
      ? {
          note: `Paid by ${formatDay(discountExpiresOn)}, ${formatMoney(discountCents)} may be taken off: ${formatMoney(invoice.totalCents - discountCents)}.`,
        }
      : {}),
  };
}
