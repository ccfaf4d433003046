import { useSyncExternalStore } from 'react';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { PaymentProblem } from './payment-ending.ts';

let shown: { customer: CustomerKey; problem: PaymentProblem } | null = null;
const listeners = new Set<() => void>();

function publish(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows at the customer's checkout why no payment was made. */
export function showProblem(customer: CustomerKey, problem: PaymentProblem): void {
  publish({ customer, problem });
}

/** Clears the reason when the checkout is left or the next attempt starts. */
export function clearProblem(): void {
  publish(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why the customer's last attempt made no payment, or null. */
export function useProblem(customer: CustomerKey): PaymentProblem | null {
  const told = useSyncExternalStore(subscribe, () => shown);
  return told && isSameCustomer(told.customer, customer) ? told.problem : null;
}
