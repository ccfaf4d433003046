import { type MutateOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useCallback, useMemo, useState } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { type CartChange, cartChangeOptions } from './cart-change.ts';
import { cartQuery, putIntoCart, returnToCart, takeFromCart } from './carts.api.ts';
import { CARTS_MESSAGES } from './carts.messages.ts';

export const EMPTY_CART: Cart = { invoices: [], totalAmount: 0, totalDiscountAmount: 0, totalAmountWithDiscount: 0 };
const NO_NUMBERS: ReadonlySet<string> = new Set();

/** The selected customer's cart. It is not requested for users without the permission to pay (PAY-01). */
export function useCart() {
  const customer = useCustomer();
  const canPay = useHoldsAny([PERMISSIONS.INVOICES_PAY_INVOICES]);
  const query = useQuery({ ...cartQuery(customer), enabled: canPay });
  const numbers = useMemo(
    () => (query.data ? new Set(query.data.invoices.map(({ invoiceNumber }) => invoiceNumber)) : NO_NUMBERS),
    [query.data],
  );
  return { canPay, query, cart: query.data, numbers };
}

/** Adds invoices to the cart (PAY-07). */
export function useAddToCart() {
  return useCartChange(putIntoCart, CARTS_MESSAGES.addFailed);
}

/** Puts the invoices of a failed payment back into the cart, skipping those that cannot be paid. */
export function useReturnToCart() {
  return useCartChange(returnToCart, CARTS_MESSAGES.addFailed);
}

/** Removes invoices from the cart (PAY-08). */
export function useRemoveFromCart() {
  return useCartChange(takeFromCart, CARTS_MESSAGES.removeFailed);
}

function useCartChange(change: Parameters<typeof cartChangeOptions>[1], failureText: string) {
  const queryClient = useQueryClient();
  const customer = useCustomer();
  const [attempt] = useState(createAttempt);
  const { mutate, mutateAsync, ...mutation } = useMutation(cartChangeOptions(queryClient, change, attempt, failureText));
  return {
    ...mutation,
    mutate: useCallback(
      (invoiceNumbers: string[], callbacks?: MutateOptions<Cart, Error, CartChange>): void =>
        mutate({ customer, invoiceNumbers }, callbacks),
      [mutate, customer],
    ),
    mutateAsync: (invoiceNumbers: string[]) => mutateAsync({ customer, invoiceNumbers }),
  };
}
