import type { PaymentMethod } from '@yardage/contract/payments';
import { useEffect } from 'react';
import { useCart } from '#web/features/carts/use-cart.ts';
import { useOpenAttempt } from '#web/features/payments/payment-attempts.ts';
import { type PaymentValues, paymentRequestOf } from '#web/features/payments/payment-form.ts';
import { clearProblem, useProblem } from '#web/features/payments/payment-problem-store.ts';
import { runPayment } from '#web/features/payments/run-payment.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useTellEnding } from './use-tell-ending.ts';

/** State and actions of the checkout (PAY-39 to PAY-41). */
export function useCheckout() {
  const customer = useCustomer();
  const { cart, query } = useCart();
  const attempt = useOpenAttempt(customer);
  const problem = useProblem(customer);
  const tell = useTellEnding();
  useEffect(() => clearProblem, []);
  // The notice about changed amounts is outdated once the cart has changed again, for example if an invoice was removed.
  const isOutdated = problem?.kind === 'changed' && cart?.totalAmountWithDiscount !== problem.after;
  return {
    cart,
    query,
    attempt,
    problem: isOutdated ? null : problem,
    pay: (method: PaymentMethod, values: PaymentValues): void => {
      if (!cart || attempt) return;
      clearProblem();
      runPayment(paymentRequestOf(values, method, cart, customer), tell);
    },
  };
}
