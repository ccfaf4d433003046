import type { CardDetails, CheckDetails } from '@yardage/domain/payment-rules';

/** What a payment is for; nothing of how it is paid. */
export interface MoneyOrder {
  /** The same key is the same order, however often it is given. */
  idempotencyKey: string;
  cartId: string;
  customerNumber: string;
  amountCents: number;
  kind: PaymentMeans['kind'];
  payerEmail: string;
}

/** What the money is taken from. It lives in memory for one call to the processor, and nowhere else. */
export type PaymentMeans = { kind: 'card'; details: CardDetails } | { kind: 'check'; details: CheckDetails };

/** How an order stands at the processor. `open`: it knows the order, no money was asked for yet. */
export type ChargeState =
  | { state: 'open' }
  | { state: 'paid' }
  | { state: 'pending'; message: string }
  | { state: 'failed'; statusCode: number; message: string };

/**
 * The way to a payment processor, in steps that can each be lost without losing money: the order is reserved without any card, its id is noted
 * by us, then the card is charged under that id. Whoever comes after a crash looks the id up, and closes it where no money was asked for:
 * from then on a late charge is refused.
 */
export interface PaymentPort {
  /** Shown in the payment history as where the payment was made. */
  sourceName: string;
  /** Makes the order known; answers the processor's id of it. */
  reserve(order: MoneyOrder, signal: AbortSignal): Promise<string>;
  /** Takes the money. A failure other than `ProcessorRefusedError` leaves open whether it was taken. */
  charge(paymentId: string, idempotencyKey: string, means: PaymentMeans, signal: AbortSignal): Promise<ChargeState>;
  look(paymentId: string, signal: AbortSignal): Promise<ChargeState>;
  /** Sees to it that an order which is still open never takes money; answers how it stands then. */
  close(paymentId: string, signal: AbortSignal): Promise<ChargeState>;
  /** The id a notification is about; nothing where it is about none. Throws `NotificationRefusedError` where it is not the processor's. */
  readNotification(headers: Readonly<Record<string, unknown>>, body: Buffer): string | undefined;
}

/** The processor took notice and said no, before any money was asked for. */
export class ProcessorRefusedError extends Error {
  override name = 'ProcessorRefusedError';
}

/** The processor cannot be asked right now. */
export class ProcessorUnreachableError extends Error {
  override name = 'ProcessorUnreachableError';
}

/** A notification without a good signature. */
export class NotificationRefusedError extends Error {
  override name = 'NotificationRefusedError';
}
