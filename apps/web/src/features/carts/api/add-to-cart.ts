import { addToCart } from '@yardage/contract/carts';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Puts invoices into the cart and answers it (API-30). */
export function putIntoCart(customer: CustomerKey, invoiceNumbers: string[]) {
  return api.call(addToCart, { ...ofCustomer(customer), body: { invoiceNumbers } });
}

/** The same, passing over those that cannot be paid: they are not in the answer. */
export function returnToCart(customer: CustomerKey, invoiceNumbers: string[]) {
  return api.call(addToCart, { ...ofCustomer(customer), body: { invoiceNumbers, isPartial: true } });
}
