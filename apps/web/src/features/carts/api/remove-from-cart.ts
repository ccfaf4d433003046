import { removeFromCart } from '@yardage/contract/carts';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Removes invoices from the cart and returns the new cart (API-31, API-32). */
export function takeFromCart(customer: CustomerKey, invoiceNumbers: string[]) {
  return api.call(removeFromCart, { ...ofCustomer(customer), body: { invoiceNumbers } });
}
