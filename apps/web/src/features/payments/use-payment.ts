import { useMutation } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import type { PaymentOutcome, PaymentRequest } from '@yardage/contract/payments';
import { useState } from 'react';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { payCart } from './api/initiate-payment.ts';
import { refusedOutcome } from './payment-result.ts';

/** Why the checkout is still on the screen after an attempt: the figures changed, or there was no answer to rely on. */
export type PaymentHitch = { kind: 'changed'; title: string; before: number; after: number } | { kind: 'failed' };

interface PaymentHandlers {
  /** Paid, pending, failed, or refused with 400: the result page tells (PAY-39, PAY-40). */
  onOutcome: (outcome: PaymentOutcome) => void;
  /** Nothing was charged; this is the cart now. */
  onCartChanged: (cart: Cart) => void;
  onFailed: () => void;
}

/** Pays, once a press, and tells what became of it (PAY-39 to PAY-41). */
export function usePayment({ onOutcome, onCartChanged, onFailed }: PaymentHandlers) {
  const [hitch, setHitch] = useState<PaymentHitch | null>(null);
  const mutation = useMutation({
    mutationFn: (request: PaymentRequest) => payCart(request),
    // Told on the form itself, where it stays.
    meta: { isSilent: true },
    gcTime: 0,
    onMutate: () => setHitch(null),
    onSuccess: (outcome) => onOutcome(outcome),
    onError: (error, request) => {
      if (error instanceof HttpProblem && error.status === 400) return onOutcome(refusedOutcome(error, request));
      const cart = error instanceof HttpProblem && error.status === 409 ? (error.problem.extensions?.cart as Cart | undefined) : undefined;
      if (!cart) {
        setHitch({ kind: 'failed' });
        return onFailed();
      }
      const title = error instanceof HttpProblem ? (error.problem.detail ?? error.problem.title ?? '') : '';
      setHitch({ kind: 'changed', title, before: request.totalAmountWithDiscount, after: cart.totalAmountWithDiscount });
      onCartChanged(cart);
    },
  });
  // Card and account numbers do not outlive the call in the memory of the request layer.
  const pay = (request: PaymentRequest): void => mutation.mutate(request, { onSettled: () => mutation.reset() });
  return { pay, isPaying: mutation.isPending, hitch };
}
