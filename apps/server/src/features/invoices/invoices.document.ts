import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { paymentMethodLabel } from '@yardage/domain/payment-status';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { DocumentDefinition, TableSection, TotalsSection } from '#server/documents/document-definition';
import type { InvoiceForDocument } from './invoices.queries.ts';

/** The invoice document: lines by ticket, totals and the balance due. */
export function invoiceDocument(invoice: InvoiceForDocument): DocumentDefinition {
  return {
    title: 'Invoice',
    number: invoice.documentNumber,
    status: statusOf(invoice),
    facts: [
      { label: 'Bill to', value: `${invoice.customerName}\n${invoice.customerAddress}`, span: 2 },
      { label: 'Job', value: [invoice.job, invoice.jobAddress1, invoice.jobAddress2].filter(Boolean).join('\n'), span: 2 },
      { label: 'Invoice date', value: formatDay(invoice.documentDate) },
      { label: 'Due', value: formatDay(invoice.dueDate) },
      { label: 'Customer number', value: invoice.customerNumber },
      { label: 'Batch', value: invoice.batchNumber },
      { label: 'Order', value: invoice.orderNumber },
      { label: 'PO number', value: invoice.poNumber },
      ...(invoice.voidedOn
        ? [{ label: 'Voided', value: [formatDay(invoice.voidedOn), invoice.voidReason].filter(Boolean).join(', '), span: 2 as const }]
        : []),
    ],
    sections: [lines(invoice), ...applications(invoice), totals(invoice)],
  };
}

function statusOf({ voidedOn, openCents, paidCents, isPending }: InvoiceForDocument): string {
  if (voidedOn) return 'Void';
  if (openCents === 0) return 'Paid';
  if (isPending) return 'Payment pending';
  return paidCents > 0 ? 'Partly paid' : 'Open';
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

/** What was paid and credited so far. */
function applications(invoice: InvoiceForDocument): TableSection[] {
  const standing = invoice.applications.filter(({ paymentResult }) => paymentResult === 1);
  if (standing.length === 0) return [];
  return [
    {
      kind: 'table',
      heading: 'Payments and credits',
      columns: [
        { header: 'Date' },
        { header: 'Method' },
        { header: 'Reference', canWrap: true },
        { header: 'Amount', align: 'right' },
        { header: 'Discount', align: 'right' },
      ],
      rows: standing.map((line) => [
        formatDay(line.appliedDate),
        paymentMethodLabel(line.method),
        line.reference,
        formatMoney(line.amount),
        formatMoney(line.discountAmount),
      ]),
      emptyText: '',
    },
  ];
}

function totals(invoice: InvoiceForDocument): TotalsSection {
  const { discountCents, discountExpiresOn, paidCents, discountTakenCents, creditedCents, openCents, voidedOn } = invoice;
  const paidInMoney = paidCents - discountTakenCents - creditedCents;
  const hasDiscount = discountCents > 0 && discountExpiresOn !== null && paidCents === 0 && !voidedOn;
  return {
    kind: 'totals',
    lines: [
      { label: 'Sales', amount: formatMoney(invoice.salesCents) },
      { label: 'Tax', amount: formatMoney(invoice.taxCents) },
      { label: 'Invoice total', amount: formatMoney(invoice.totalCents) },
      ...(paidInMoney > 0 ? [{ label: 'Paid', amount: formatMoney(-paidInMoney) }] : []),
      ...(creditedCents > 0 ? [{ label: 'Credits', amount: formatMoney(-creditedCents) }] : []),
      ...(discountTakenCents > 0 ? [{ label: 'Discount taken', amount: formatMoney(-discountTakenCents) }] : []),
      { label: 'Balance due', amount: formatMoney(openCents) },
    ],
    ...(hasDiscount
      ? {
          note: `Paid by ${formatDay(discountExpiresOn)}, ${formatMoney(discountCents)} may be taken off: ${formatMoney(invoice.totalCents - discountCents)}.`,
        }
      : {}),
  };
}
