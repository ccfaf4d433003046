import { formatDateTime, formatDay } from '@yardage/domain/dates';
import { centsOf, formatDollars } from '@yardage/domain/money';
import { PAYMENT_RETURN_NAMES } from '@yardage/domain/names.messages';
import {
  PAYMENT_RESULTS,
  paymentMethodLabel,
  paymentResultLabel,
  paymentSourceLabel,
  paymentStatusText,
} from '@yardage/domain/payment-status';
import type { DocumentDefinition, TableSection } from '#server/documents/document-definition';
import { LABELS, PAYMENT_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import type { PaymentForDocument } from './payments.queries.ts';

/** The receipt of a payment: date, method, invoices and status. */
export function receiptDocument(payment: PaymentForDocument): DocumentDefinition {
  return {
    title: payment.paymentResult === PAYMENT_RESULTS.paid ? TEXTS.receipt : TEXTS.title,
    number: payment.cartId,
    status: paymentResultLabel(payment.paymentResult),
    facts: [
      { label: LABELS.customer, value: payment.customerName, span: 2 },
      { label: LABELS.customerNumber, value: payment.customerNumber },
      { label: LABELS.date, value: formatDateTime(payment.paymentDateTime, payment.timeZone) },
      { label: TEXTS.method, value: paymentMethodLabel(payment.paymentMethod) },
      { label: TEXTS.paymentId, value: payment.paymentId },
      { label: TEXTS.madeThrough, value: paymentSourceLabel(payment.paymentSourceName) },
      { label: TEXTS.payer, value: payment.payerEmail },
      { label: LABELS.status, value: paymentStatusText(payment.statusMessage), span: 2 },
      { label: TEXTS.comments, value: payment.comments, span: 2 },
    ],
    sections: [
      invoices(payment),
      {
        kind: 'totals',
        lines: [
          { label: TEXTS.total, amount: formatDollars(payment.totalAmount) },
          { label: TEXTS.totalDiscount, amount: formatDollars(-payment.totalDiscountAmount) },
          { label: TEXTS.totalWithDiscount, amount: formatDollars(payment.totalAmountWithDiscount) },
          ...(payment.creditAmount > 0
            ? [
                { label: TEXTS.fromCredits, amount: formatDollars(-payment.creditAmount) },
                { label: TEXTS.charged, amount: formatDollars(payment.totalAmountWithDiscount - payment.creditAmount) },
              ]
            : []),
          ...payment.returns.map(({ kind, amount, happenedAt }) => ({
            label: `${PAYMENT_RETURN_NAMES[kind]}, ${formatDateTime(happenedAt, payment.timeZone)}`,
            amount: formatDollars(kind === 'reinstated' ? amount : -amount),
          })),
          // The last line is the sum of the block.
          ...(payment.returns.length > 0 ? [{ label: TEXTS.afterReturns, amount: formatDollars(netAmount(payment)) }] : []),
        ],
        ...noteOf(payment),
      },
    ],
  };
}

/** What was charged, less what went back. */
function netAmount({ totalAmountWithDiscount, creditAmount, returns }: PaymentForDocument): number {
  const chargedCents = centsOf(totalAmountWithDiscount) - centsOf(creditAmount);
  return returns.reduce((cents, { kind, amount }) => cents + (kind === 'reinstated' ? 1 : -1) * centsOf(amount), chargedCents) / 100;
}

function noteOf(payment: PaymentForDocument): { note?: string } {
  const { onAccountAmount } = payment;
  const notes = [stateNote(payment), onAccountAmount > 0 ? TEXTS.onAccount(formatDollars(onAccountAmount)) : null];
  const note = notes.filter((each) => each !== null).join(' ');
  return note === '' ? {} : { note };
}

function stateNote({ paymentResult, returnedAmount, creditAmount }: PaymentForDocument): string | null {
  if (paymentResult === PAYMENT_RESULTS.paid) return null;
  if (paymentResult === PAYMENT_RESULTS.pending) return TEXTS.pending;
  if (returnedAmount === 0) return TEXTS.failed;
  // Credits of the cart stay applied.
  return creditAmount > 0 ? TEXTS.wentBackWithCredits(formatDollars(creditAmount)) : TEXTS.wentBack;
}

function invoices(payment: PaymentForDocument): TableSection {
  return {
    kind: 'table',
    heading: LABELS.invoices,
    columns: [
      { header: LABELS.invoice },
      { header: LABELS.invoiceDate },
      { header: LABELS.amount, align: 'right' },
      { header: LABELS.discount, align: 'right' },
      { header: TEXTS.amountWithDiscount, align: 'right' },
    ],
    rows: payment.invoices.map((line) => [
      line.invoiceNumber,
      formatDay(line.documentDate),
      formatDollars(line.invoiceAmount),
      formatDollars(-line.discountAmount),
      formatDollars(line.amountWithDiscount),
    ]),
    emptyText: TEXTS.noInvoices,
  };
}
