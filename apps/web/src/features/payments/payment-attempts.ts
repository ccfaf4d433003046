import type { PaymentRequest } from '@yardage/contract/payments';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';
import { warnBeforeUnload } from '#web/lib/overlays/unsaved-input.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { createStore, perTab, useStore } from '#web/lib/store.ts';

/** A payment attempt whose outcome this tab does not know yet. It contains no card or bank account data. */
export interface PaymentAttempt {
  customer: CustomerKey;
  /** The id by which the server knows the attempt. */
  reference: string;
  /** Used to find the payment in the payment history. */
  invoiceNumber: string;
  /** The provider's id of the user who pays. */
  subject?: string | undefined;
  /** Numbers of the invoices that are paid only in part. */
  parts?: readonly string[];
}

/** 'sending': no response yet; 'asking': the server is asked for the outcome; 'unknown': asking failed and is retried. */
export type AttemptPhase = 'sending' | 'asking' | 'unknown';
type OpenAttempt = PaymentAttempt & { phase: AttemptPhase };

/** The open attempts of this tab. Those stored before a reload start as 'asking'. */
const open = createStore<readonly OpenAttempt[]>({
  storage: perTab,
  key: 'yardage.payment-attempts',
  read: (stored) => (Array.isArray(stored) ? (stored as PaymentAttempt[]).map((attempt) => ({ ...attempt, phase: 'asking' })) : []),
  write: (attempts) => (attempts.length === 0 ? undefined : attempts.map(({ phase: _phase, ...attempt }) => attempt)),
});

/** Returns the open attempts of this tab. */
export const openAttempts: () => readonly OpenAttempt[] = open.get;

function publish(next: readonly OpenAttempt[]): void {
  open.set(next);
  // Warn only while an attempt is under way. One with phase 'unknown' is looked up again after a reload, so leaving loses nothing.
  const hasUnsettled = next.some(({ phase }) => phase !== 'unknown');
  warnBeforeUnload('payment', hasUnsettled);
}

/** Stores an attempt before it is sent, so that it is found after a reload. */
export function noteAttempt({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, request: PaymentRequest): PaymentAttempt {
  const parts = request.metadata.invoices.filter(({ openAmount }) => openAmount !== undefined);
  const attempt = {
    customer: { customerNumber, datasourceId, globalCustomerNumber },
    reference: crypto.randomUUID(),
    invoiceNumber: request.metadata.invoices[0]?.invoiceNumber ?? '',
    subject: accountSubject(),
    ...(parts.length > 0 && { parts: parts.map(({ invoiceNumber }) => invoiceNumber) }),
  };
  publish([...openAttempts(), { ...attempt, phase: 'sending' }]);
  return attempt;
}

/** Sets the phase of an attempt. */
export function markAttempt({ reference }: PaymentAttempt, phase: AttemptPhase): void {
  publish(openAttempts().map((attempt) => (attempt.reference === reference ? { ...attempt, phase } : attempt)));
}

/** Removes an attempt whose outcome is known. Returns whether it was still open. */
export function closeAttempt({ reference }: PaymentAttempt): boolean {
  const others = openAttempts().filter((attempt) => attempt.reference !== reference);
  const wasOpen = others.length < openAttempts().length;
  if (wasOpen) publish(others);
  return wasOpen;
}

/** Removes every attempt. Called at logout only. */
export function forgetPaymentAttempts(): void {
  publish([]);
}

/** Returns whether this tab has attempts without a known outcome. */
export function useHasAttempts(): boolean {
  return useStore(open, (attempts) => attempts.length > 0);
}

/** Returns the customer's attempt whose outcome is not known. */
export function useOpenAttempt(customer: CustomerKey): OpenAttempt | undefined {
  return useStore(open).find((attempt) => isSameCustomer(attempt.customer, customer));
}

/** The server responds to a payment within a minute. Without a response by this time, the app asks for the outcome. */
const ANSWER_WITHIN_MS = 90_000;

/** Returns the promise's result, or rejects with a network failure after a timeout. */
export async function answeredInTime<T>(answer: Promise<T>, withinMs = ANSWER_WITHIN_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NetworkFailure('No response in time.')), withinMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 15_000;
const waiting = new Set<() => void>();

/** Waits before the next retry, longer each time. Ends early when the browser comes online or the user retries. */
export function pauseBeforeAsking(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      waiting.delete(go);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS));
    waiting.add(go);
    window.addEventListener('online', go);
  });
}

/** Waits until `askNow`: after the end of a session, when asking by itself would only fail again. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      waiting.delete(go);
      resolve();
    };
    waiting.add(go);
  });
}

/** Retries every open attempt immediately: when the user wants it, and when they have signed in again. */
export function askNow(): void {
  for (const go of [...waiting]) go();
}
