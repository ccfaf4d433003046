import type { PaymentRequest } from '@yardage/contract/payments';
import { useSyncExternalStore } from 'react';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.payment-attempts';

/** An attempt to pay whose end this tab does not know yet; it carries nothing of a card or an account. */
export interface PaymentAttempt {
  customer: CustomerKey;
  /** The name under which the server knows it. */
  reference: string;
  /** Finds it in the payment history. */
  invoiceNumber: string;
}

/** Sent and not answered, being asked for, or impossible to ask for right now. */
export type AttemptPhase = 'sending' | 'asking' | 'unknown';
type OpenAttempt = PaymentAttempt & { phase: AttemptPhase };

let open: readonly OpenAttempt[] | undefined;
const listeners = new Set<() => void>();

/** The attempts of this tab; those of an earlier page in the same tab have to be asked for. */
export function openAttempts(): readonly OpenAttempt[] {
  if (!open) {
    const stored = readStored(perTab, KEY);
    open = Array.isArray(stored) ? (stored as PaymentAttempt[]).map((attempt) => ({ ...attempt, phase: 'asking' })) : [];
  }
  return open;
}

function publish(next: readonly OpenAttempt[]): void {
  open = next;
  const attempts = next.map(({ phase: _phase, ...attempt }) => attempt);
  if (attempts.length === 0) removeStored(perTab, KEY);
  else writeStored(perTab, KEY, attempts);
  // A payment that cannot be asked for right now is found again after a reload, so nothing is lost by leaving.
  const isUnderWay = next.some(({ phase }) => phase !== 'unknown');
  window[isUnderWay ? 'addEventListener' : 'removeEventListener']('beforeunload', warnBeforeLeaving);
  for (const listener of listeners) listener();
}

function warnBeforeLeaving(event: Event): void {
  event.preventDefault();
}

/** Notes an attempt before it is sent, so that a reload finds it. */
export function noteAttempt({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, request: PaymentRequest): PaymentAttempt {
  const attempt = {
    customer: { customerNumber, datasourceId, globalCustomerNumber },
    reference: crypto.randomUUID(),
    invoiceNumber: request.metadata.invoices[0]?.invoiceNumber ?? '',
  };
  publish([...openAttempts(), { ...attempt, phase: 'sending' }]);
  return attempt;
}

/** Says how far an attempt is. */
export function markAttempt({ reference }: PaymentAttempt, phase: AttemptPhase): void {
  publish(openAttempts().map((attempt) => (attempt.reference === reference ? { ...attempt, phase } : attempt)));
}

/** Forgets an attempt whose end is known; answers whether it was still waited for. */
export function closeAttempt({ reference }: PaymentAttempt): boolean {
  const others = openAttempts().filter((attempt) => attempt.reference !== reference);
  const wasOpen = others.length < openAttempts().length;
  if (wasOpen) publish(others);
  return wasOpen;
}

/** Forgets every attempt: somebody else signs in. */
export function forgetPaymentAttempts(): void {
  publish([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether attempts of this tab are without a known end. */
export function useHasAttempts(): boolean {
  return useSyncExternalStore(subscribe, () => openAttempts().length > 0);
}

/** The customer's attempt whose end is not known. */
export function useOpenAttempt(customer: CustomerKey): OpenAttempt | undefined {
  return useSyncExternalStore(subscribe, openAttempts).find((attempt) => isSameCustomer(attempt.customer, customer));
}

/** The server answers a payment within a minute at most; without an answer by then it is asked what became of it. */
const ANSWER_WITHIN_MS = 90_000;

/** The promise's result, or a network failure when it takes too long. */
export async function answeredInTime<T>(answer: Promise<T>, withinMs = ANSWER_WITHIN_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NetworkFailure('No response in time.')), withinMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15_000;
const waiting = new Set<() => void>();

/** Waits before the server is asked again: longer each time, and no longer once the browser is online again or somebody asks. */
export function pauseBeforeAsking(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      waiting.delete(go);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
    waiting.add(go);
    window.addEventListener('online', go);
  });
}

/** Asks for every open attempt at once. */
export function askNow(): void {
  for (const go of [...waiting]) go();
}
