import { FAILED_CODES } from '@yardage/domain/payment-status';
import type { PaymentMeans } from '../port.ts';

/** How the sandbox ends a charge, for good. */
export type SandboxEnd = 'paid' | 'declined' | 'insufficient' | 'returned' | 'closed';

/** What the sandbox does with a charge. */
export interface Behaviour {
  end: SandboxEnd;
  /** The end comes later, and until then the charge is pending; `settle` is as long as the demo's banks take. */
  delay?: 'settle' | 'slow';
  /** The money is taken, the answer is not heard. */
  isAnswerLost?: boolean;
  /** Nothing is heard of the processor for a while, and it has not heard of the charge either. */
  isDown?: boolean;
  /** Answers only when the delay is over, as a processor that hangs. */
  isSilent?: boolean;
}

/** Test numbers, as the README lists them; every other good number is approved. */
const CARDS: Readonly<Record<string, Behaviour>> = {
  '4000000000000002': { end: 'declined' },
  '4000000000009995': { end: 'insufficient' },
  '4000000000000077': { end: 'paid', delay: 'settle' },
  '4000000000000119': { end: 'paid', isAnswerLost: true },
  '4000000000000259': { end: 'paid', delay: 'slow', isSilent: true },
  '4000000000000341': { end: 'closed', isDown: true },
};

/** Bank accounts whose e-checks come back; every other one settles. */
const ACCOUNTS: Readonly<Record<string, Behaviour>> = {
  '000111111116': { end: 'returned', delay: 'settle' },
};

/** What happens to a charge, by its card or account number. */
export function behaviourOf(means: PaymentMeans): Behaviour {
  if (means.kind === 'card') return CARDS[means.details.cardNumber.replaceAll(' ', '')] ?? { end: 'paid' };
  return ACCOUNTS[means.details.bankAccountNumber.trim()] ?? { end: 'paid', delay: 'settle' };
}

/** What each end but the good one means to us. */
export const FAILURES: Readonly<Record<Exclude<SandboxEnd, 'paid'>, { statusCode: number; message: string }>> = {
  declined: { statusCode: FAILED_CODES.declined, message: 'The card was declined.' },
  insufficient: { statusCode: FAILED_CODES.insufficientFunds, message: 'Declined: insufficient funds' },
  returned: { statusCode: FAILED_CODES.returned, message: 'The e-check was returned by the bank.' },
  closed: { statusCode: FAILED_CODES.notReached, message: 'The payment did not reach the processor. Nothing was charged.' },
};
