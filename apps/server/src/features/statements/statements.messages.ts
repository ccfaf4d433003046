import { defineMessages, text } from '@yardage/messages/messages';

/** Descriptions of a statement's lines. The query fills them. */
export const STATEMENT_LINES = defineMessages('server.statement-lines', {
  invoice: 'Invoice',
  order: text('Order {number}, {job}', 'number', 'job'),
  credit: text('Credit: {reason}', 'reason'),
  invoiceCorrected: 'Invoice corrected',
  creditCorrected: 'Credit corrected',
  invoiceVoided: 'Invoice voided',
  creditVoided: 'Credit voided',
  payment: text('{method} payment', 'method'),
  paymentReturned: text('{method} payment returned', 'method'),
  paymentCorrected: text('{method} payment corrected', 'method'),
  discount: text('Discount of the {method} payment', 'method'),
  discountReturned: text('Discount of the {method} payment returned', 'method'),
  onAccount: text('{method} payment, on account', 'method'),
});
