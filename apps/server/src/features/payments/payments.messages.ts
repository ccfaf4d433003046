import { formatMoney } from '@yardage/domain/money';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { withCustomer } from '@yardage/domain/portal-address';

/** Status messages stored with a payment. */
export const FLOW_MESSAGES = {
  approved: 'Approved',
  unknown: 'Pending: waiting for the payment processor',
  disagreed: (theirs: string) => `The processor says: ${theirs}`,
  notReached: { statusCode: FAILED_CODES.notReached, message: 'The payment did not reach the processor. Nothing was charged.' },
} as const;

/** Why a payment was not started. */
export const REFUSAL_MESSAGES = {
  repeatedInvoice: 'An invoice is in the cart twice.',
  invoiceNotFound: 'One of the invoices was not found.',
  nothingToPay: 'There is nothing to pay.',
  notPayable: (numbers: readonly string[]) => `Already paid or being paid: ${numbers.join(', ')}`,
  amountChanged: (now: string) => `The amount is now ${now}.`,
  amountsChanged: 'The amounts have changed.',
  otherCart: 'Another cart was paid under this payment reference.',
  paused: 'Check the details of the card or account, and try again after the time given in retryAt.',
  totalsDiffer: 'The totals do not add up from the invoices.',
} as const;

interface MailedPayment {
  globalCustomerNumber: string;
  firstName: string;
  cartId: string;
  amountCents: number;
  discountCents: number;
}
interface MailBrand {
  platformName: string;
  publicUrl: string;
}

const HOW_TO_STOP = 'You get this mail because you made the payment. Email notifications in the menu with your name turns such mails off.';

/** The mails about a payment to the user who made it. */
export const PAYMENT_MAILS = {
  receipt: {
    subject: (cartId: string) => `Receipt of payment ${cartId}`,
    text: (
      { globalCustomerNumber, firstName, cartId, amountCents, discountCents }: MailedPayment,
      { platformName, publicUrl }: MailBrand,
    ) =>
      [
        `Hello ${firstName},`,
        `your payment ${cartId} of ${formatMoney(amountCents)} is settled.${discountCents > 0 ? ` Discounts of ${formatMoney(discountCents)} were taken.` : ''} The receipt is attached.`,
        `All payments: ${publicUrl}${withCustomer('/paymentHistory', globalCustomerNumber)}`,
        HOW_TO_STOP,
        platformName,
      ].join('\n\n'),
  },
  returned: {
    subject: (cartId: string) => `Payment ${cartId} was returned`,
    text: ({ globalCustomerNumber, firstName, cartId, amountCents }: MailedPayment, { platformName, publicUrl }: MailBrand) =>
      [
        `Hello ${firstName},`,
        `the bank returned your payment ${cartId} of ${formatMoney(amountCents)}. Nothing was paid, and its invoices are open again. They are listed in the attached document.`,
        `Open invoices: ${publicUrl}${withCustomer('/invoices', globalCustomerNumber)}`,
        HOW_TO_STOP,
        platformName,
      ].join('\n\n'),
  },
} as const;
