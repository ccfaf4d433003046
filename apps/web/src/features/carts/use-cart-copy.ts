import { useQueryClient } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import { useEffect } from 'react';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { cartCopyKey, writeCartCopy } from './cart-copy.ts';
import { cartQuery } from './carts.api.ts';

/** Updates this browser's copy of the cart, and refetches the cart when another tab changed the copy (PAY-05). */
export function useCartCopy(customer: CustomerKey, cart: Cart | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (cart) writeCartCopy(customer, cart);
  }, [customer, cart]);
  useEffect(() => {
    const follow = ({ key }: StorageEvent): void => {
      if (key === cartCopyKey(customer)) void queryClient.invalidateQueries({ queryKey: cartQuery(customer).queryKey });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [customer, queryClient]);
}
