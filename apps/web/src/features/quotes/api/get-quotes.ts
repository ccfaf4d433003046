import { listQuotes } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** Query parameters of the quotes list. Without dates it covers all days. */
export type QuotesRequest = ListRequest<typeof listQuotes>;

/** Loads one page of quotes (API-13, ERR-13). */
export function quotesQuery(customer: CustomerKey, request: QuotesRequest) {
  return endpointQuery(listQuotes, ofCustomer(customer, {}, request), { failureText: QUOTES_MESSAGES.listFailed });
}
