import { defineMessages, text } from '@yardage/messages/messages';

/** Why a payment was not started. */
export const REFUSAL_MESSAGES = defineMessages('server.payment-refusals', {
  repeatedInvoice: 'An invoice is in the cart twice.',
  repeatedCredit: 'A credit is in the cart twice.',
  atLeastOneCent: 'Pay at least one cent of each invoice.',
  creditNotFound: 'One of the credits was not found.',
  creditsTooSmall: 'The credits do not cover everything. Choose a card or an account for the rest.',
  invoiceNotFound: 'One of the invoices was not found.',
  nothingToPay: 'There is nothing to pay.',
  notPayable: text('Already paid or being paid: {numbers}', 'numbers'),
  amountChanged: text('The amount is now {now}.', 'now'),
  creditChanged: text('{now} is left of the credit.', 'now'),
  amountsChanged: 'The amounts have changed.',
  otherCart: 'Another cart was paid under this payment reference.',
  paused: 'Check the details of the card or account, and try again after the time given in retryAt.',
  needsApproval: text(
    'Payments above {limit} need the approval of a second person. Choose a saved payment method and ask for it.',
    'limit',
  ),
  needsApprovalAfter: text(
    'More than {limit} within 24 hours needs the approval of a second person, and you have paid {paid}. Choose a saved payment method and ask for it.',
    'limit',
    'paid',
  ),
  totalsDiffer: 'The totals do not add up from the invoices.',
});

/** The mails about a payment to the user who made it. */
export const PAYMENT_MAIL_MESSAGES = defineMessages('server.payment-mails', {
  hello: text('Hello {firstName},', 'firstName'),
  receiptSubject: text('Receipt of payment {cartId}', 'cartId'),
  settled: text('your payment {cartId} of {amount} is settled. The receipt is attached.', 'cartId', 'amount'),
  settledWithDiscount: text(
    'your payment {cartId} of {amount} is settled. Discounts of {discount} were taken. The receipt is attached.',
    'cartId',
    'amount',
    'discount',
  ),
  creditsUsed: text('Credits of {amount} were applied with it.', 'amount'),
  allPayments: text('All payments: {link}', 'link'),
  account: text('Customer account: {account}', 'account'),
  returnedSubject: text('Payment {cartId} was returned', 'cartId'),
  returned: text(
    'the bank returned your payment {cartId} of {amount}. Nothing was paid, and its invoices are open again. They are listed in the attached document.',
    'cartId',
    'amount',
  ),
  returnedWithCredits: text(
    'the bank returned your payment {cartId} of {amount}. What it had paid is open again; credits of {credits} stay applied. The attached document lists the invoices.',
    'cartId',
    'amount',
    'credits',
  ),
  refundedSubject: text('Refund of payment {cartId}', 'cartId'),
  refunded: text(
    '{amount} of your payment {cartId} was refunded. What it had paid is open again. The attached document lists the invoices.',
    'amount',
    'cartId',
  ),
  disputedSubject: text('Payment {cartId} is disputed', 'cartId'),
  disputed: text(
    'the bank took back {amount} of your payment {cartId}, because the charge is disputed. What it had paid is open again. The attached document lists the invoices.',
    'amount',
    'cartId',
  ),
  openInvoices: text('Open invoices: {link}', 'link'),
  howToStop: 'You get this mail because you made the payment. Email notifications in the menu with your name turns such mails off.',
});
