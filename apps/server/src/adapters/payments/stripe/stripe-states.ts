import { FAILED_CODES, STORED_STATUS } from '@yardage/domain/payment-status';
import { lastDayOf, type MethodKind, type MethodSummary } from '@yardage/domain/saved-methods';
import type Stripe from 'stripe';
import type { ChargeState } from '../port.ts';
import type { StripeError } from './stripe-client.ts';

/** The kinds of our methods, as Stripe calls them. */
export const KINDS = { card: 'card', check: 'us_bank_account' } as const;

type Failure = ChargeState & { state: 'failed' };

const CLOSED: Failure = {
  state: 'failed',
  statusCode: FAILED_CODES.notReached,
  message: STORED_STATUS.notReached,
};
const RETURNED: Failure = { state: 'failed', statusCode: FAILED_CODES.returned, message: STORED_STATUS.returned };
const CONFIRMATION_NEEDED: Failure = {
  state: 'failed',
  statusCode: FAILED_CODES.confirmationNeeded,
  message: STORED_STATUS.confirmationNeeded,
};
const UNVERIFIED: Failure = {
  state: 'failed',
  statusCode: FAILED_CODES.unverified,
  message: STORED_STATUS.unverified,
};

type Intent = Pick<Stripe.PaymentIntent, 'status' | 'next_action' | 'last_payment_error'>;

/**
 * Maps an intent's status to our state. An intent that waits for its payer counts as open; the flow cancels it and gives the payer the
 * reason.
 */
export function stateOf({ status, last_payment_error: error }: Intent): ChargeState {
  switch (status) {
    case 'succeeded':
      return { state: 'paid' };
    case 'processing':
      return { state: 'pending', message: STORED_STATUS.waitingForBank };
    case 'requires_action':
      return { state: 'open' };
    case 'canceled':
      return error ? failureOf(error) : CLOSED;
    default:
      return error ? failureOf(error) : { state: 'open' };
  }
}

/** Returns why an intent waits for its payer, in the form of a payment's failure. Undefined if it does not wait. */
export function waitingFor({ status, next_action: action }: Intent): Failure | undefined {
  if (status !== 'requires_action') return undefined;
  return action?.type === 'verify_with_microdeposits' ? UNVERIFIED : CONFIRMATION_NEEDED;
}

/** Stripe's error codes for cards that need their owner's confirmation (3-D Secure). */
const CONFIRMATION_CODES = new Set([
  'authentication_required',
  'authentication_not_handled',
  'payment_intent_action_required',
  'payment_intent_authentication_failure',
]);

/** Returns how a refused charge ended. */
export function failureOf(error: StripeError): Failure {
  if (CONFIRMATION_CODES.has(error.code ?? '') || CONFIRMATION_CODES.has(error.decline_code ?? '')) return CONFIRMATION_NEEDED;
  if (error.payment_method?.type === KINDS.check) return RETURNED;
  if (error.decline_code === 'insufficient_funds') {
    return { state: 'failed', statusCode: FAILED_CODES.insufficientFunds, message: STORED_STATUS.insufficientFunds };
  }
  const isDeclined = error.type === 'card_error';
  return {
    state: 'failed',
    statusCode: isDeclined ? FAILED_CODES.declined : FAILED_CODES.refused,
    message: isDeclined ? STORED_STATUS.declined : STORED_STATUS.refused,
  };
}

/** Refunds whose money is with us again, or never left. */
const UNDONE_REFUNDS = new Set<string | null>(['failed', 'canceled']);

/** Returns how much refunds took of a payment, those that are under way included. */
export function refundedBy(refunds: readonly Pick<Stripe.Refund, 'amount' | 'status'>[]): number {
  return refunds.reduce((sum, { amount, status }) => sum + (UNDONE_REFUNDS.has(status) ? 0 : amount), 0);
}

type KnownDispute = Pick<Stripe.Dispute, 'amount' | 'status' | 'reason'>;

/** The disputes that hold money: those that are open or lost. An inquiry (`warning_…`) takes no money yet. */
const HOLDING = new Set(['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review']);
/** A bank debit that fails after it had settled arrives as a dispute with one of these reasons, which nobody can contest. */
const BANK_RETURNS = new Set(['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process', 'check_returned']);

const isHolding = ({ status }: KnownDispute): boolean => HOLDING.has(status);

/** Returns how much disputes hold of a payment. */
export function heldBy(disputes: readonly KnownDispute[]): number {
  return disputes.reduce((sum, dispute) => sum + (isHolding(dispute) ? dispute.amount : 0), 0);
}

/** Returns the end of a bank debit that came back after it had settled; undefined if none did. */
export function lateReturn(disputes: readonly KnownDispute[]): Failure | undefined {
  return disputes.some((dispute) => isHolding(dispute) && BANK_RETURNS.has(dispute.reason)) ? RETURNED : undefined;
}

/** The brands as Stripe spells them. Others are shown as they are. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

/** Returns what people recognise a method by. */
export function summaryOf(
  kind: MethodKind,
  { card, us_bank_account: account }: Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account'>,
): MethodSummary {
  if (kind === 'check') return { kind, brand: account?.bank_name ?? '', lastFour: account?.last4 ?? '', expiresOn: null };
  const expiresOn = card ? lastDayOf(card.exp_year, card.exp_month) : null;
  return { kind, brand: BRANDS[card?.brand ?? ''] ?? card?.brand ?? '', lastFour: card?.last4 ?? '', expiresOn };
}
