import { formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { INVOICE_STATUS_NAMES } from '@yardage/domain/names.messages';
import { paymentMethodLabel } from '@yardage/domain/payment-status';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { DocumentDefinition, TableSection, TotalsSection } from '#server/documents/document-definition';
import { LABELS, INVOICE_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import type { InvoiceForDocument } from './invoice-document.queries.ts';

/** The invoice document: lines by ticket, totals and the balance due. */
export function invoiceDocument(invoice: InvoiceForDocument, { withStatus }: { withStatus: boolean }): DocumentDefinition {
  return {
    title: LABELS.invoice,
    number: invoice.documentNumber,
    ...(withStatus || invoice.voidedOn ? { status: statusOf(invoice) } : {}),
    facts: [
      { label: TEXTS.billTo, value: `${invoice.customerName}\n${invoice.customerAddress}`, span: 2 },
      { label: LABELS.job, value: [invoice.job, invoice.jobAddress1, invoice.jobAddress2].filter(Boolean).join('\n'), span: 2 },
      { label: LABELS.invoiceDate, value: formatDay(invoice.documentDate) },
      { label: TEXTS.due, value: formatDay(invoice.dueDate) },
      { label: LABELS.customerNumber, value: invoice.customerNumber },
      { label: TEXTS.batch, value: invoice.batchNumber },
      { label: LABELS.order, value: invoice.orderNumber },
      { label: LABELS.poNumber, value: invoice.poNumber },
      ...(invoice.revisedOn ? [{ label: LABELS.revised, value: formatDay(invoice.revisedOn) }] : []),
      ...(invoice.voidedOn
        ? [{ label: TEXTS.voided, value: [formatDay(invoice.voidedOn), invoice.voidReason].filter(Boolean).join(', '), span: 2 as const }]
        : []),
    ],
    sections: [lines(invoice), ...applications(invoice), totals(invoice)],
  };
}

function statusOf({ voidedOn, openCents, paidCents, isPending }: InvoiceForDocument): string {
  if (voidedOn) return INVOICE_STATUS_NAMES.void;
  if (openCents === 0) return TEXTS.paid;
  if (isPending) return TEXTS.paymentPending;
  return paidCents > 0 ? INVOICE_STATUS_NAMES.partlyPaid : TEXTS.open;
}

function lines(invoice: InvoiceForDocument): TableSection {
  return {
    kind: 'table',
    heading: TEXTS.deliveries,
    columns: [
      { header: LABELS.ticket },
      { header: LABELS.product },
      { header: LABELS.description, canWrap: true },
      { header: LABELS.quantity, align: 'right' },
      { header: LABELS.unit },
      { header: LABELS.price, align: 'right' },
      { header: LABELS.amount, align: 'right' },
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
    emptyText: TEXTS.noDeliveries,
  };
}

/** What was paid and credited so far. */
function applications(invoice: InvoiceForDocument): TableSection[] {
  const applied = (invoice.applications ?? []).filter(({ paymentResult }) => paymentResult === 1);
  if (applied.length === 0) return [];
  return [
    {
      kind: 'table',
      heading: TEXTS.applications,
      columns: [
        { header: LABELS.date },
        { header: TEXTS.method },
        { header: TEXTS.reference, canWrap: true },
        { header: LABELS.amount, align: 'right' },
        { header: LABELS.discount, align: 'right' },
      ],
      rows: applied.map((line) => [
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
  const { discountCents, discountExpiresOn, paidCents, discountTakenCents, creditedCents, openCents } = invoice;
  const paidInMoney = paidCents - discountTakenCents - creditedCents;
  return {
    kind: 'totals',
    lines: [
      { label: TEXTS.sales, amount: formatMoney(invoice.salesCents) },
      { label: LABELS.tax, amount: formatMoney(invoice.taxCents) },
      { label: TEXTS.total, amount: formatMoney(invoice.totalCents) },
      ...(paidInMoney > 0 ? [{ label: TEXTS.paid, amount: formatMoney(-paidInMoney) }] : []),
      ...(creditedCents > 0 ? [{ label: TEXTS.credits, amount: formatMoney(-creditedCents) }] : []),
      ...(discountTakenCents > 0 ? [{ label: TEXTS.discountTaken, amount: formatMoney(-discountTakenCents) }] : []),
      { label: LABELS.balanceDue, amount: formatMoney(openCents) },
    ],
    ...(discountCents > 0 && discountExpiresOn !== null
      ? {
          note: TEXTS.discountNote(formatDay(discountExpiresOn), formatMoney(discountCents), formatMoney(openCents - discountCents)),
        }
      : {}),
  };
}
