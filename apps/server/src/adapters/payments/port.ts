import type { CardDetails, CheckDetails } from '@yardage/domain/payment-rules';
import type { MethodProof, MethodSummary } from '@yardage/domain/saved-methods';

/** What a payment is for, without any card or account. */
export interface ChargeRequest {
  /** Repeating the key refers to the same charge. */
  idempotencyKey: string;
  cartId: string;
  customerNumber: string;
  amountCents: number;
  kind: TypedMeans['kind'];
  payerEmail: string;
  /** The saved method that will be charged. Some processors want to know its owner before the charge. */
  savedToken?: string;
}

/** The card or account to charge, as the payer typed it. It is kept in memory for one call to the processor and stored nowhere. */
export type TypedMeans = { kind: 'card'; details: CardDetails } | { kind: 'check'; details: CheckDetails };

/** What the processor's own fields made of a card or account: a name for it that can be used once and says nothing about the number. */
export interface HostedMeans {
  kind: TypedMeans['kind'];
  reference: string;
}

/** A method that the processor keeps, to be charged. Its token is useless without our account at the processor. */
export interface SavedMeans {
  kind: TypedMeans['kind'];
  token: string;
}

/** A method that the processor has just saved. */
export interface NewSavedMethod extends MethodSummary {
  token: string;
  /** What its owner has to enter before it can be charged; null if nothing. */
  proof: MethodProof | null;
}

/** What proves that a bank account is the payer's: two small amounts that were sent to it, or the code of one. */
export type ProofGiven = { amounts: readonly [number, number] } | { code: string };

/** `failed`: the account can no longer be verified. */
export type ProofAnswer = 'verified' | 'wrong' | 'failed';

/** Why money goes back after it was taken. */
export type MoneyBackReason = 'refunded' | 'disputed';

/** What went back of a payment's money up to now. Amounts can become smaller: a dispute is won, a refund fails. */
export interface MoneyBack {
  refundedCents: number;
  /** Held by disputes that are open or lost. */
  disputedCents: number;
  /** Whether the payer ever disputed the payment at their bank, even if no money was held for that. */
  isDisputed: boolean;
}

/**
 * State of a charge at the processor. `open`: it was reserved, but no money was requested yet. For a paid charge, `findState` returns what
 * went back, even if that is nothing.
 */
export type ChargeState =
  | { state: 'open' }
  | { state: 'paid'; back?: MoneyBack }
  | { state: 'pending'; message: string }
  | { state: 'failed'; statusCode: number; message: string };

/**
 * A payment processor, used in steps of which each can fail without losing money: reserve the charge without a card, save its id,
 * then charge the card under that id. After a crash, the state of the id is asked for and, if no money was requested, the charge is closed.
 * From then on the processor refuses a late card.
 */
export interface PaymentPort {
  /** Stored with each payment, which is asked for where it was made. */
  name: string;
  /** The header of its notifications that has the signature. */
  signatureHeader: string;
  /** Shown in the payment history as the place where the payment was made. */
  sourceName: string;
  /** Registers the charge and returns the processor's id for it. */
  reserve(request: ChargeRequest, signal: AbortSignal): Promise<string>;
  /** Takes the money. After an error other than `ProcessorRefusedError` it is unknown whether the money was taken. */
  charge(processorPaymentId: string, idempotencyKey: string, means: TypedMeans | HostedMeans, signal: AbortSignal): Promise<ChargeState>;
  /** Like `charge`, with a method that was saved before. The person who saved it is not there. */
  chargeSaved(processorPaymentId: string, idempotencyKey: string, means: SavedMeans, signal: AbortSignal): Promise<ChargeState>;
  /** Lets the processor keep a card or account. Throws `ProcessorRefusedError` if it does not accept it. */
  saveMethod(
    means: TypedMeans | HostedMeans,
    owner: { customerNumber: string; email: string },
    signal: AbortSignal,
  ): Promise<NewSavedMethod>;
  /** Verifies a saved bank account by what arrived there. */
  verifyMethod(token: string, proof: ProofGiven, signal: AbortSignal): Promise<ProofAnswer>;
  /** Lets the processor forget a method. One that is not there any more is forgotten, too. */
  removeMethod(token: string, signal: AbortSignal): Promise<void>;
  /** Asks for the state of a charge and, if it is paid, for what went back. */
  findState(processorPaymentId: string, signal: AbortSignal): Promise<ChargeState>;
  /** Makes sure that an open charge never takes money, and returns its resulting state. */
  close(processorPaymentId: string, signal: AbortSignal): Promise<ChargeState>;
  /**
   * Returns the payment id of a notification, or undefined if it has none. Throws `NotificationRefusedError` if it is not from the
   * processor.
   */
  readNotification(headers: Readonly<Record<string, unknown>>, body: Buffer): string | undefined;
}

/** The processor refused the charge before any money was requested. */
export class ProcessorRefusedError extends Error {
  override name = 'ProcessorRefusedError';
}

/** The processor was not reached or did not respond. Whether it acted may be unknown. */
export class ProcessorUnreachableError extends Error {
  override name = 'ProcessorUnreachableError';
}

/** A notification without a valid signature. */
export class NotificationRefusedError extends Error {
  override name = 'NotificationRefusedError';
}
