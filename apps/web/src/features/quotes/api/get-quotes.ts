import { listQuotes } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** What a quotes list is asked for; without days it is of any day. */
export type QuotesRequest = ListRequest<typeof listQuotes>;

/** A page of quotes (API-13, ERR-13). */
export function quotesQuery(customer: CustomerKey, request: QuotesRequest) {
  return endpointQuery(listQuotes, ofCustomer(customer, {}, request), { failureText: QUOTES_MESSAGES.listFailed });
}
