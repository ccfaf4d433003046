import { getCart } from '@yardage/contract/carts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { CARTS_MESSAGES } from '../carts.messages.ts';

/** The cart with amounts as of today (API-29, PAY-06). */
export function cartQuery(customer: CustomerKey) {
  return endpointQuery(getCart, ofCustomer(customer), { failureText: CARTS_MESSAGES.fetchFailed });
}
