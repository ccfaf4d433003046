import { formatDateTime, formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { paymentMethodLabel, paymentResultLabel } from '@yardage/domain/payment-status';
import type { DocumentDefinition, TableSection } from '#server/documents/document-definition';
import type { PaymentForDocument } from './payments.queries.ts';

/** The receipt of a payment: date, method, invoices and status. */
export function receiptDocument(payment: PaymentForDocument): DocumentDefinition {
  return {
    title: payment.paymentResult === 1 ? 'Payment receipt' : 'Payment',
    number: payment.cartId,
    status: paymentResultLabel(payment.paymentResult),
    facts: [
      { label: 'Customer', value: payment.customerName, span: 2 },
      { label: 'Customer number', value: payment.customerNumber },
      { label: 'Date', value: formatDateTime(payment.paymentDateTime, payment.timeZone) },
      { label: 'Payment method', value: paymentMethodLabel(payment.paymentMethod) },
      { label: 'Payment ID', value: payment.paymentId },
      { label: 'Made through', value: payment.paymentSourceName },
      { label: 'Payer', value: payment.payerEmail },
      { label: 'Status', value: payment.statusMessage, span: 2 },
      { label: 'Comments', value: payment.comments, span: 2 },
    ],
    sections: [
      invoices(payment),
      {
        kind: 'totals',
        lines: [
          { label: 'Total amount', amount: formatDollars(payment.totalAmount) },
          { label: 'Total discount', amount: formatDollars(-payment.totalDiscountAmount) },
          { label: 'Total amount with discount', amount: formatDollars(payment.totalAmountWithDiscount) },
          ...(payment.onAccountAmount > 0 ? [{ label: 'Of it on account', amount: formatDollars(payment.onAccountAmount) }] : []),
        ],
        ...(payment.paymentResult === 1 ? {} : { note: NOTES[payment.paymentResult] }),
      },
    ],
  };
}

const NOTES = { 0: 'This payment failed. Nothing was paid.', 2: 'This payment is pending. It counts once it is settled.' } as const;

function invoices(payment: PaymentForDocument): TableSection {
  return {
    kind: 'table',
    heading: 'Invoices',
    columns: [
      { header: 'Invoice' },
      { header: 'Invoice date' },
      { header: 'Amount', align: 'right' },
      { header: 'Discount', align: 'right' },
      { header: 'Amount with discount', align: 'right' },
    ],
    rows: payment.invoices.map((line) => [
      line.invoiceNumber,
      formatDay(line.documentDate),
      formatDollars(line.invoiceAmount),
      formatDollars(-line.discountAmount),
      formatDollars(line.amountWithDiscount),
    ]),
    emptyText: 'This payment lists no invoices.',
  };
}
