import { FAILED_CODES } from '@yardage/domain/payment-status';

/** What a payment's record says about itself. */
export const FLOW_MESSAGES = {
  approved: 'Approved',
  unknown: 'Pending: waiting for the payment processor',
  notReached: { statusCode: FAILED_CODES.notReached, message: 'The payment did not reach the processor. Nothing was charged.' },
} as const;

/** Why a payment was not begun. */
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
