import { useCallback } from 'react';
import { showCart } from '#web/features/carts/cart-popover-store.ts';
import { useAddToCart, useCart } from '#web/features/carts/use-cart.ts';

/** Pay adds an invoice to the cart and opens the cart (INV-11). */
export function usePay() {
  const { canPay, numbers } = useCart();
  const addition = useAddToCart();
  const { mutate } = addition;
  return {
    canPay,
    inCart: numbers,
    addition,
    pay: useCallback((documentNumber: string): void => mutate([documentNumber], { onSuccess: () => showCart(true) }), [mutate]),
  };
}
