import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import type { PaymentProblem } from './payment-ending.ts';

const shown = createStore<{ customer: CustomerKey; problem: PaymentProblem } | null>({ initial: null });

/** Shows at the customer's checkout why no payment was made. */
export function showProblem(customer: CustomerKey, problem: PaymentProblem): void {
  shown.set({ customer, problem });
}

/** Clears the reason when the checkout is left or the next attempt starts. */
export function clearProblem(): void {
  shown.set(null);
}

/** Returns why the customer's last attempt made no payment, or null. */
export function useProblem(customer: CustomerKey): PaymentProblem | null {
  const told = useStore(shown);
  return told && isSameCustomer(told.customer, customer) ? told.problem : null;
}
