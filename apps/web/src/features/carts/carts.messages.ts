import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the cart: popover, Order Summary and failed changes. */
export const CARTS_MESSAGES = defineMessages('carts', {
  fetchFailed: 'Error fetching cart invoices',
  addFailed: 'Unable to add invoice , Try again !!',
  removeFailed: 'Unable to remove  invoice , Try again !!',

  title: 'Cart',
  open: text('Cart, {count, plural, one {# invoice} other {# invoices}}', 'count'),
  empty: 'No Items Available',
  emptyHint: 'Add open invoices from the list of invoices to pay them together.',
  proceed: 'Proceed to Checkout',
  retry: 'Retry',
  remove: text('Remove invoice {invoiceNumber} from the cart', 'invoiceNumber'),
  removeShort: 'Remove',
  removed: text('{count, plural, one {Invoice {invoiceNumber} was removed.} other {# invoices were removed.}}', 'count', 'invoiceNumber'),
  putBack: 'Put back',
  count: text('{count, plural, one {# invoice} other {# invoices}}', 'count'),

  summary: 'Order Summary',
  search: 'Search the cart',
  noMatch: 'We couldn’t find any results based on current filter selection. Try changing the filters or search terms to explore more data.',
  emptyCart: 'Empty cart',
  emptyCartQuestion: text('{count, plural, one {Remove the invoice?} other {Remove all # invoices?}}', 'count'),
  emptyCartYes: 'Remove all',
  emptyCartNo: 'Keep',
  backToInvoices: 'Back to invoices',

  invoice: 'Invoice',
  date: 'Date',
  amountColumn: 'Amount (USD)',
  discountColumn: 'Discount (USD)',
  totalColumn: 'Total (USD)',
  discountUntil: 'Discount until',
  actions: 'Actions',

  amount: 'Amount',
  discount: 'Discount',
  total: 'Total',
});
