import { useSyncExternalStore } from 'react';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import type { PaymentHitch } from './payment-ending.ts';

let shown: { customer: CustomerKey; hitch: PaymentHitch } | null = null;
const listeners = new Set<() => void>();

function publish(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows at the customer's checkout why no payment was made. */
export function showHitch(customer: CustomerKey, hitch: PaymentHitch): void {
  publish({ customer, hitch });
}

/** Clears the reason when the checkout is left or the next attempt starts. */
export function clearHitch(): void {
  publish(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why the customer's last attempt made no payment, or null. */
export function useHitch(customer: CustomerKey): PaymentHitch | null {
  const told = useSyncExternalStore(subscribe, () => shown);
  return told && isSameCustomer(told.customer, customer) ? told.hitch : null;
}
