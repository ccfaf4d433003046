import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the credit memos: list, drawer, PDF and mail. */
export const CREDITS_MESSAGES = defineMessages('credits', {
  listFailed: 'The credits could not be loaded.',
  detailFailed: 'The credit could not be loaded.',
  pdfFailed: 'The PDF of the credit could not be loaded.',
  mailFailed: 'The credit could not be mailed.',

  label: 'Credits',
  tabs: 'Status',
  tabNames: { '': 'All', open: 'Open', used: 'Used' },
  search: 'Search credits',
  count: text('{count, plural, one {# credit} other {# credits}}', 'count'),
  context: { '': 'All credit memos', open: 'Credit memos with something left', used: 'Credit memos that are used up' },
  empty: { '': 'There are no credit memos.', open: 'No credit memo has something left.', used: 'No credit memo is used up.' },
  sums: 'Sums of all credits found',
  viewPdf: text('View PDF of credit {creditNumber}', 'creditNumber'),

  title: text('Credit memo {creditNumber}', 'creditNumber'),
  titleLoading: 'Credit memo',
  openPdf: 'View PDF',
  howToUse: 'Open credits can be used at checkout, for any invoice.',
  promised: text('{amount} is promised to planned payments.', 'amount'),
  lines: 'Lines',
  noLines: 'This credit memo lists no lines.',
  applications: 'Used for',
  noApplications: 'Nothing of it was used yet.',
  information: 'Information',
  ticket: 'Ticket',
  product: 'Product',
  description: 'Description',
  quantity: 'Quantity',
  price: 'Price (USD)',
  amount: 'Amount (USD)',
  date: 'Date',
  invoice: 'Invoice',
  payment: 'Payment',
  bySupplier: 'Applied by the supplier',
  status: 'Status',
  states: { 0: 'Taken back', 1: 'Used', 2: 'Pending' },
  amounts: 'Amounts',
  sales: 'Sales',
  tax: 'Tax',
  total: 'Credit total',
  order: 'Order',
  voidReason: 'Why it was voided',
  revised: 'Corrected',
});

/** Labels of a credit's fields, used in the list and in the drawer. */
export const CREDIT_FIELDS = defineMessages('credit-fields', {
  creditNumber: 'Credit',
  documentDate: 'Date',
  state: 'Status',
  reason: 'Reason',
  invoiceNumber: 'For invoice',
  job: 'Job',
  totalAmount: 'Amount',
  appliedAmount: 'Used',
  pendingAmount: 'Pending',
  promisedAmount: 'Promised',
  openAmount: 'Open',
  usableAmount: 'Usable now',
  voidedDate: 'Voided',
});

/** Headings of the columns with amounts, which have no currency of their own. */
export const CREDIT_HEADERS = defineMessages('credit-headers', {
  totalAmount: 'Amount (USD)',
  appliedAmount: 'Used (USD)',
  pendingAmount: 'Pending (USD)',
  promisedAmount: 'Promised (USD)',
  openAmount: 'Open (USD)',
});
