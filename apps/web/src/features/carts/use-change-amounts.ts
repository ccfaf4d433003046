import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeCart } from '@yardage/contract/carts';
import type { Input } from '@yardage/contract/endpoint';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { CARTS_MESSAGES } from './carts.messages.ts';
import { changeOptions } from './use-cart.ts';

// Apart from use-cart.ts, which every page loads: only the checkout changes amounts.

/** Amounts to pay of invoices, and to use of credits. */
type CartAmounts = Input<typeof changeCart>['body'];

/** Chooses parts of invoices to pay and credits to use (APY-01, APY-02). */
export function useChangeAmounts() {
  const queryClient = useQueryClient();
  const customer = useCustomer();
  const [attempt] = useState(createAttempt);
  const send = (made: { customer: CustomerKey; amounts: CartAmounts }) =>
    api.call(changeCart, { ...ofCustomer(made.customer), body: made.amounts }, undefined, { attempt });
  const { mutate, ...mutation } = useMutation(changeOptions(queryClient, send, CARTS_MESSAGES.changeFailed));
  return { ...mutation, change: (amounts: CartAmounts): void => mutate({ customer, amounts }) };
}
