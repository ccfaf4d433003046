import type { PaymentMethod } from '@yardage/contract/payments';
import { useEffect } from 'react';
import { useCart } from '#web/features/carts/use-cart.ts';
import { useOpenAttempt } from '#web/features/payments/payment-attempts.ts';
import { type PaymentValues, paymentRequestOf } from '#web/features/payments/payment-form.ts';
import { clearHitch, useHitch } from '#web/features/payments/payment-hitch-store.ts';
import { runPayment } from '#web/features/payments/run-payment.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useTellEnding } from './use-tell-ending.ts';

/** State and actions of the checkout (PAY-39 to PAY-41). */
export function useCheckout() {
  const customer = useCustomer();
  const { cart, query } = useCart();
  const attempt = useOpenAttempt(customer);
  const hitch = useHitch(customer);
  const tell = useTellEnding();
  useEffect(() => clearHitch, []);
  // The notice about changed amounts is outdated once the cart has changed again, for example if an invoice was removed.
  const isOutdated = hitch?.kind === 'changed' && cart?.totalAmountWithDiscount !== hitch.after;
  return {
    cart,
    query,
    attempt,
    hitch: isOutdated ? null : hitch,
    pay: (method: PaymentMethod, values: PaymentValues): void => {
      if (!cart || attempt) return;
      clearHitch();
      runPayment(paymentRequestOf(values, method, cart, customer), tell);
    },
  };
}
