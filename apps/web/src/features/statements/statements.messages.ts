import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the statements: list, details, PDF and email. */
export const STATEMENTS_MESSAGES = defineMessages('statements', {
  listFailed: 'Error fetching Statement ',
  label: 'Statements',
  search: 'Search statements',
  standardRange: 'Recent months',
  count: text('{count, plural, one {# statement} other {# statements}}', 'count'),
  context: text('{isOneDay, select, true {Statements of {from}} other {Statements of {from} through {to}}}', 'from', 'to', 'isOneDay'),
  empty: 'No statements in these days. One is made at the end of each month.',
  viewDetails: text('View details of the statement of {day}', 'day'),
  viewPdf: text('View PDF of the statement of {day}', 'day'),

  detailFailed: 'Error fetching Statement Details  ',
  title: text('Statement of {day}', 'day'),
  openPdf: 'View PDF',
  closeOut: 'Close-out pack',
  balanceDue: 'Balance due',
  since: text('Since the statement of {day}', 'day'),
  sinceBeginning: 'The first statement of this account',
  previousBalance: 'Previous balance',
  charges: 'Invoices',
  chargesText: 'since the statement before',
  adjustments: 'Credits and corrections',
  discountsTaken: 'Discounts taken',
  discountsTakenText: 'with those payments',
  movements: 'Previous balance plus invoices, less payments and discounts, is the balance due.',
  movementsWithAdjustments: 'Previous balance plus invoices, credits and corrections, less payments and discounts, is the balance due.',
  amountPaid: 'Amount paid',
  amountPaidText: 'settled since the statement before',
  depositReceived: 'Deposit received',
  depositReceivedText: 'payments under way on this day',
  documents: 'Documents',
  searchDocuments: 'Search documents',
  documentCount: text('{count, plural, one {# document} other {# documents}}', 'count'),
  noDocuments: 'Nothing was open on this day, and nothing happened since the statement before.',
  noneFound:
    'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.',
  openCredit: text('Open credit memo {documentNumber}', 'documentNumber'),
  openInvoice: text('Open invoice {documentNumber}', 'documentNumber'),
  viewInvoice: text('View PDF of invoice {documentNumber}', 'documentNumber'),
  actions: 'Actions',
  codes: { IN: 'Invoice', CM: 'Credit memo', AJ: 'Correction', PY: 'Payment', DS: 'Discount', OA: 'On account' },
  balanceOf: text('Balance {amount}', 'amount'),

  titleLoading: 'Statement',
  pdfFailed: 'Unable to load the statement, try again.',
  mailFailed: 'Unable to mail statement , Try again !!',
});

/** Names of a statement's fields in the list (STM-04). */
export const STATEMENT_FIELDS = defineMessages('statement-fields', {
  statementDate: 'Statement date',
  globalCustomerNumber: 'Global number',
  customerNumber: 'Customer number',
  customerName: 'Customer',
  address: 'Address',
});

/** Names of the fields of a statement's lines (STM-09). */
export const STATEMENT_LINE_FIELDS = defineMessages('statement-line-fields', {
  documentNumber: 'Document',
  documentCode: 'Code',
  description: 'Description',
  documentDate: 'Date',
  amount: 'Amount (USD)',
  balance: 'Balance (USD)',
});
