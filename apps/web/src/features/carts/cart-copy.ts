import { useQueryClient } from '@tanstack/react-query';
import type { Cart } from '@yardage/contract/carts';
import { useEffect } from 'react';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { local, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { cartQuery } from './carts.api.ts';

const PREFIX = 'yardage.cart.';

/** An invoice of the cart as stored in this browser (PAY-05). */
export interface CartEntry {
  date: string;
  type: 'CON';
  invoice: string;
  amount: number;
  disabled: boolean;
  status: 'Pending';
}

/** The storage key for the copy of a customer's cart. */
function cartCopyKey({ datasourceId, customerNumber }: CustomerKey): string {
  return `${PREFIX}${datasourceId}.${customerNumber}`;
}

/** Stores a copy of the cart in this browser. Other tabs of the portal get a storage event when it changes. */
export function writeCartCopy(customer: CustomerKey, { invoices }: Pick<Cart, 'invoices'>): void {
  const entries = invoices.map(
    ({ documentDate, invoiceNumber, amountWithDiscount }): CartEntry => ({
      date: documentDate,
      type: 'CON',
      invoice: invoiceNumber,
      amount: amountWithDiscount,
      disabled: false,
      status: 'Pending',
    }),
  );
  writeStored(local, cartCopyKey(customer), entries);
}

/** Returns the number of invoices in the copy. The badge shows it until the cart has loaded. */
export function countCartCopy(customer: CustomerKey): number {
  const entries = readStored(local, cartCopyKey(customer));
  return Array.isArray(entries) ? entries.length : 0;
}

/** Removes the copies for all customers except these, so that the next user of this computer does not see them. */
export function forgetCartCopies(except: readonly CustomerKey[] = []): void {
  const kept = new Set(except.map(cartCopyKey));
  try {
    const keys = Object.keys(local()).filter((key) => key.startsWith(PREFIX) && !kept.has(key));
    for (const key of keys) removeStored(local, key);
  } catch {
    // The browser blocks storage, so there are no copies to remove.
  }
}

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
