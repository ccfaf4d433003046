import { FAILED_CODES, STORED_STATUS } from '@yardage/domain/payment-status';
import type { TypedMeans } from '../port.ts';

/** The final state of a charge in the sandbox. */
export type SandboxEnd = 'paid' | 'declined' | 'insufficient' | 'returned' | 'closed' | 'confirmation' | 'unverified';

/** What happens to the money of a settled charge after the settling time. */
export type SandboxAftermath = 'half refunded' | 'refunded' | 'disputed' | 'returned';

/** How the sandbox handles a charge. */
export interface Behaviour {
  end: SandboxEnd;
  later?: SandboxAftermath;
  /** The charge is pending until the delay is over. `settle` is the time that the demo's banks take. */
  delay?: 'settle' | 'slow';
  /** The money is taken, but the response is lost. */
  isAnswerLost?: boolean;
  /** The processor is unreachable for a while and has not received the charge. */
  isDown?: boolean;
  /** Responds only after the delay, like a processor that hangs. */
  isSilent?: boolean;
  /** How the account behaves once its owner has verified it. */
  onceVerified?: Behaviour;
}

/** Test card numbers, listed in the README. Every other valid number is approved. */
const CARDS: Readonly<Record<string, Behaviour>> = {
  '4000000000000002': { end: 'declined' },
  '4000000000009995': { end: 'insufficient' },
  '4000000000000077': { end: 'paid', delay: 'settle' },
  '4000000000000119': { end: 'paid', isAnswerLost: true },
  '4000000000000259': { end: 'paid', delay: 'slow', isSilent: true },
  '4000000000000341': { end: 'closed', isDown: true },
  '4000000000007726': { end: 'paid', later: 'half refunded' },
  '4000000000005126': { end: 'paid', later: 'refunded' },
  '4000000000002685': { end: 'paid', later: 'disputed' },
  '4000000000003220': { end: 'confirmation' },
};

/** Bank accounts whose e-checks are returned, before or after they were settled, or that have to be verified. Every other one settles. */
const ACCOUNTS: Readonly<Record<string, Behaviour>> = {
  '000111111116': { end: 'returned', delay: 'settle' },
  '000222222227': { end: 'paid', delay: 'settle', later: 'returned' },
  '000333333338': { end: 'unverified', onceVerified: { end: 'paid', delay: 'settle' } },
};

/** Returns the behavior for a card or account number. */
export function behaviourOf(means: TypedMeans): Behaviour {
  if (means.kind === 'card') return CARDS[means.details.cardNumber.replaceAll(' ', '')] ?? { end: 'paid' };
  return ACCOUNTS[means.details.bankAccountNumber.trim()] ?? { end: 'paid', delay: 'settle' };
}

/** Whether the sandbox refuses to save a card: it asks the bank first, like a real processor. */
export function refusesToSave({ end }: Behaviour): boolean {
  return end === 'declined';
}

/** The two amounts in cents that the sandbox sends to an account that has to be verified. */
const PROOF_AMOUNTS = [32, 45] as const;

/** Whether these are the amounts that were sent, in any order. */
export function isProof(amounts: readonly [number, number]): boolean {
  return String([...amounts].sort((one, other) => one - other)) === String(PROOF_AMOUNTS);
}

/** Status code and message of each unsuccessful end. */
export const FAILURES: Readonly<Record<Exclude<SandboxEnd, 'paid'>, { statusCode: number; message: string }>> = {
  declined: { statusCode: FAILED_CODES.declined, message: STORED_STATUS.declined },
  insufficient: { statusCode: FAILED_CODES.insufficientFunds, message: STORED_STATUS.insufficientFunds },
  returned: { statusCode: FAILED_CODES.returned, message: STORED_STATUS.returned },
  confirmation: {
    statusCode: FAILED_CODES.confirmationNeeded,
    message: STORED_STATUS.confirmationNeeded,
  },
  unverified: { statusCode: FAILED_CODES.unverified, message: STORED_STATUS.unverified },
  closed: { statusCode: FAILED_CODES.notReached, message: STORED_STATUS.notReached },
};
