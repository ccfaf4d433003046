import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the quotes: list, drawer, PDF and email. */
export const QUOTES_MESSAGES = defineMessages('quotes', {
  listFailed: 'Error fetching records',
  label: 'Quotes',
  tabs: 'Status',
  tabNames: { All: 'All', Active: 'Active', Inactive: 'Inactive' },
  search: 'Search quotes',
  count: text('{count, plural, one {# quote} other {# quotes}}', 'count'),
  context: { All: 'All quotes', Active: 'Active quotes', Inactive: 'Inactive quotes' },
  madeOn: text(
    '{isOneDay, select, true {{context} made on {from}} other {{context} made {from} through {to}}}',
    'context',
    'from',
    'to',
    'isOneDay',
  ),
  empty: {
    All: 'No Data Available',
    Active: 'No active quotes. Those that wait for acceptance are under All.',
    Inactive: 'No inactive quotes.',
  },
  viewPdf: text('View PDF of quote {quoteNumber}', 'quoteNumber'),

  expired: 'Expired',
  expiresToday: 'Expires today',
  expiresInOneDay: 'Expires in 1 day',
  expiresIn: text('Expires in {days} days', 'days'),
  noEnd: 'Until further notice',

  detailFailed: 'Error While fetching quotes Details',
  title: text('Quote {quoteNumber}', 'quoteNumber'),
  titleLoading: 'Quote',
  openPdf: 'View PDF',
  valid: 'Valid',
  validBetween: text('{from} – {until}', 'from', 'until'),
  validFromOn: text('From {from} until further notice', 'from'),
  totalBeforeTax: 'Total before tax',
  products: 'Products and prices',
  noProducts: 'This quote lists no products.',
  product: 'Product',
  description: 'Description',
  quantity: 'Quantity',
  unit: 'Unit',
  price: 'Price (USD)',
  amount: 'Amount (USD)',
  times: text('{quantity} × {price}', 'quantity', 'price'),
  information: 'Information',
  terms: 'Terms',
  adjustment: text('From {from} on, {amount} is added to each unit price.', 'amount', 'from'),

  pdfFailed: 'Unable to quotes  pdf , Try again !!',
  mailFailed: 'Unable to mail quotes , Try again !!',
});

/** Names of a quote's fields (QUO-03), the same in the list and in the drawer. */
export const QUOTE_FIELDS = defineMessages('quote-fields', {
  quoteNumber: 'Quote',
  quoteName: 'Name',
  status: 'Status',
  quoteAddress: 'Job address',
  quoteDate: 'Quote date',
  startDate: 'Valid from',
  terminationDate: 'Valid until',
  salesPersonName: 'Sales person',
  plantCode: 'Plant',
  quoteType: 'Type',
  specJob: 'Spec job',
  customerName: 'Customer',
  priceAdjustment: 'Price adjustment',
});
