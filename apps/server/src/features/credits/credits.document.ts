import type { CreditDetail } from '@yardage/contract/credits';
import { formatDate, formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { CREDIT_STATE_NAMES } from '@yardage/domain/names.messages';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { DocumentDefinition, TableSection } from '#server/documents/document-definition';
import { LABELS, CREDIT_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import type { CreditedCustomer } from './credits.queries.ts';

/** A credit with its customer. */
export type CreditForDocument = CreditDetail & CreditedCustomer;

/** The credit memo document: reason, lines, what it was used for and what is left. */
export function creditDocument(credit: CreditForDocument): DocumentDefinition {
  const { voidedDate, voidReason } = credit;
  return {
    title: TEXTS.title,
    number: credit.creditNumber,
    status: voidedDate ? CREDIT_STATE_NAMES.void : credit.openAmount > 0 ? CREDIT_STATE_NAMES.open : CREDIT_STATE_NAMES.used,
    facts: [
      { label: LABELS.customer, value: `${credit.customerName}\n${credit.customerAddress}`, span: 2 },
      { label: LABELS.customerNumber, value: credit.customerNumber },
      { label: LABELS.date, value: formatDay(credit.documentDate) },
      { label: TEXTS.reason, value: credit.reason, span: 2 },
      { label: TEXTS.forInvoice, value: credit.invoiceNumber },
      { label: LABELS.order, value: credit.orderNumber },
      { label: LABELS.job, value: credit.job, span: 2 },
      ...(credit.revisedAt ? [{ label: LABELS.revised, value: formatDate(credit.revisedAt, credit.timeZone) }] : []),
      ...(voidedDate
        ? [{ label: TEXTS.voided, value: [formatDay(voidedDate), voidReason].filter(Boolean).join(', '), span: 2 as const }]
        : []),
    ],
    sections: [
      lines(credit),
      ...applications(credit),
      {
        kind: 'totals',
        lines: [
          { label: TEXTS.sales, amount: formatDollars(credit.salesAmount) },
          { label: LABELS.tax, amount: formatDollars(credit.taxAmount) },
          { label: TEXTS.total, amount: formatDollars(credit.totalAmount) },
          { label: TEXTS.used, amount: formatDollars(-credit.appliedAmount) },
          { label: TEXTS.left, amount: formatDollars(credit.openAmount) },
        ],
      },
    ],
  };
}

function lines(credit: CreditForDocument): TableSection {
  return {
    kind: 'table',
    heading: TEXTS.lines,
    columns: [
      { header: LABELS.ticket },
      { header: LABELS.product },
      { header: LABELS.description, canWrap: true },
      { header: LABELS.quantity, align: 'right' },
      { header: LABELS.price, align: 'right' },
      { header: LABELS.amount, align: 'right' },
    ],
    rows: credit.lines.map((line) => [
      line.ticketNumber ?? '',
      line.productNumber ?? '',
      line.description,
      formatQuantityOnPaper(line.quantity),
      formatDollars(line.unitPrice),
      formatDollars(line.amount),
    ]),
    emptyText: TEXTS.noLines,
  };
}

/** What it was used for so far. */
function applications(credit: CreditForDocument): TableSection[] {
  const standing = credit.applications.filter(({ paymentResult }) => paymentResult === 1);
  if (standing.length === 0) return [];
  return [
    {
      kind: 'table',
      heading: TEXTS.applications,
      columns: [{ header: LABELS.date }, { header: LABELS.invoice }, { header: LABELS.amount, align: 'right' }],
      rows: standing.map((line) => [formatDay(line.appliedDate), line.invoiceNumber, formatDollars(line.amount)]),
      emptyText: '',
    },
  ];
}
