import { addToCart } from '@yardage/contract/carts';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Adds invoices to the cart and returns the new cart (API-30). */
export function putIntoCart(customer: CustomerKey, invoiceNumbers: string[]) {
  return api.call(addToCart, { ...ofCustomer(customer), body: { invoiceNumbers } });
}

/** Like `putIntoCart`, but skips invoices that cannot be paid; the returned cart does not contain them. */
export function returnToCart(customer: CustomerKey, invoiceNumbers: string[]) {
  return api.call(addToCart, { ...ofCustomer(customer), body: { invoiceNumbers, isPartial: true } });
}
