import type { Cart } from '@yardage/contract/carts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { local, readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const PREFIX = 'yardage.cart.';

/** An invoice of the cart as this browser keeps it (PAY-05). */
export interface CartEntry {
  date: string;
  type: 'CON';
  invoice: string;
  amount: number;
  disabled: boolean;
  status: 'Pending';
}

/** Where the copy of a customer number's cart stands. */
export function cartCopyKey({ datasourceId, customerNumber }: CustomerKey): string {
  return `${PREFIX}${datasourceId}.${customerNumber}`;
}

/** Keeps a copy of the cart in this browser; other tabs of the portal notice when it changes. */
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

/** How many invoices the copy has; the badge shows it until the server has answered. */
export function countCartCopy(customer: CustomerKey): number {
  const entries = readStored(local, cartCopyKey(customer));
  return Array.isArray(entries) ? entries.length : 0;
}

/** Removes the copies of every customer number, so that the next person at this machine sees nothing of them. */
export function forgetCartCopies(): void {
  try {
    const keys = Object.keys(local()).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) removeStored(local, key);
  } catch {
    // Storage is forbidden: then there is no copy either.
  }
}
