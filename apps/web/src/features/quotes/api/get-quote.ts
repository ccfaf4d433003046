import { getQuote } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** Loads one quote with its products (API-14, QUO-06). */
export function quoteQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getQuote, ofCustomer(customer, { id }), { failureText: QUOTES_MESSAGES.detailFailed });
}
