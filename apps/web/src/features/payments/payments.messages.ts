import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of payments: history, result, receipt and the payments of an invoice. */
export const PAYMENTS_MESSAGES = defineMessages('payments', {
  sums: 'Sums of all payments found',
  sumAmount: 'Amount',
  sumDiscount: 'Discount',
  sumWithDiscount: 'With discount',
  sumPaid: 'Of this, paid',
  sumPending: 'Of this, pending',
  sumOnAccount: 'Of this, on account',
  paid: 'Paid',
  discountTaken: 'Discount taken',
  pending: 'Pending',
  credited: 'Credited',
  listFailed: 'Error fetching records',
  label: 'Payments',
  tabs: 'Status',
  tabNames: { All: 'All', Paid: 'Paid', Unpaid: 'Unpaid', Pending: 'Pending' },
  search: 'Search payments',
  count: text('{count, plural, one {# payment} other {# payments}}', 'count'),
  standardRange: 'This year',
  context: { All: 'All payments', Paid: 'Paid payments', Unpaid: 'Payments that failed', Pending: 'Pending payments' },
  between: text(
    '{isOneDay, select, true {{context} of {from}} other {{context}, {from} through {to}}}',
    'context',
    'from',
    'to',
    'isOneDay',
  ),
  empty: {
    All: 'No payments in these days.',
    Paid: 'No paid payments in these days.',
    Unpaid: 'No failed payments in these days.',
    Pending: 'Nothing is pending: every payment in these days has its result.',
  },
  viewPdf: text('View receipt of cart {cartId}', 'cartId'),
  receiptLoading: 'Receipt',
  openReceipt: 'View receipt',
  mailFailed: 'Unable to mail payment history pdf , Try again !!',

  drawerTitle: text('Payment {cartId}', 'cartId'),
  invoices: 'Invoices',
  less: text('{amount} less {discount} discount', 'amount', 'discount'),
  noInvoices: 'This payment lists no invoices.',
  onAccount: text('{amount} of it is on account.', 'amount'),

  invoiceHistoryFailed: 'Error While fetching records',
  historyTitle: text('History of invoice {documentNumber}', 'documentNumber'),
  historyContext: 'Every payment that was made or tried, and every credit',
  history: 'Payments and credits',
  noHistory: 'No payment was made or tried yet.',

  headings: { 0: 'Payment Failed!', 1: 'Payment Completed!', 2: 'Payment Pending' },
  pendingHint:
    'The bank has not answered yet. This page tells you as soon as it does. You can leave it: Payment History and the invoices show the final state too.',
  failedHint: 'Nothing was charged for these invoices.',
  confirmationNeeded:
    'Your bank wants you to confirm this payment, which this form cannot do. Nothing was charged. Pay with another card or by e-check, or ask your bank to allow the payment.',
  unverified:
    'Your bank account has to be verified first. Nothing was charged. Save it under Payment Methods, enter the two small amounts that arrive there in one or two business days, then pay with it.',
  unverifiedAlone:
    'Your bank account has to be verified first. Nothing was charged. Pay by card, or ask an owner or administrator of your account to save the bank account.',
  fromCredits: text('{amount} from credits', 'amount'),
  paidHint: 'Thank you. The amounts below are paid.',
  validationErrors: 'Validation Errors',
  details: 'Payment details',
  returns: 'Money that came back',
  returnedOn: 'Date',
  returnKind: 'What happened',
  returnAmount: 'Amount (USD)',
  done: 'Done',
  returnToCart: 'Return invoices to cart',
  notReturned: 'The invoices could not be returned to the cart',
  someNotReturned: text('{count} of {all} invoices could not be returned to the cart', 'count', 'all'),
  notReturnedHint: text('Paid or being paid meanwhile: {invoices}', 'invoices'),
  toCheckout: 'Go to checkout',
  searchInvoices: 'Search invoices',
  countInvoices: text('{count, plural, one {# invoice} other {# invoices}}', 'count'),
});

/** Names of a payment's fields, the same in the result, the history and the drawer (RES-04, RES-07, HIS-03). */
export const PAYMENT_FIELDS = defineMessages('payment-fields', {
  paymentDateTime: 'Date',
  cartId: 'Cart ID',
  paymentId: 'Payment ID',
  paymentMethod: 'Payment method',
  totalAmount: 'Total amount',
  totalDiscountAmount: 'Total discount',
  totalAmountWithDiscount: 'Total amount with discount',
  paymentSourceName: 'Source',
  paymentResult: 'Status',
  statusCode: 'Status code',
  statusMessage: 'Message',
  comments: 'Comments',
  balanceAmount: 'Balance',
  totalCartAmount: 'Cart amount',
  fromCredits: 'From credits',
  charged: 'Charged',
  status: 'Status',
  customerId: 'Customer ID',
  email: 'Email',
  phone: 'Phone',
  invoiceNumber: 'Invoice',
  currentAmount: 'Current Amount',
  discountAmount: 'Discount Amount',
  amountWithDiscount: 'Amount With Discount',
});

/**
 * Names of the payment methods in lists and results. The specification gives the English names (PAY-11, HIS-03). Documents use
 * `METHOD_NAMES_ON_PAPER`. The tabs of the checkout use `CHECKOUT_MESSAGES.methods`.
 */
export const METHOD_NAMES_ON_SCREEN = defineMessages('payment-methods', {
  CreditCard: 'CreditCard',
  eCheck: 'eCheck',
  /** Shown for a payment that was refused before its saved method was read. */
  Saved: 'Saved method',
});

/** Shorter column headers than the field names: the page already says that these are payments. */
export const PAYMENT_HEADERS = defineMessages('payment-headers', {
  day: 'Day',
  method: 'Method',
  totalAmount: 'Amount (USD)',
  totalDiscountAmount: 'Discount (USD)',
  totalAmountWithDiscount: 'With discount (USD)',
  balanceAmount: 'Balance (USD)',
  totalCartAmount: 'Cart amount (USD)',
  onAccountAmount: 'On account (USD)',
  creditAmount: 'From credits (USD)',
  returnedAmount: 'Returned (USD)',
});
