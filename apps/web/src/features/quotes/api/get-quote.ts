import { getQuote } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** One quote with its products (API-14, QUO-06). */
export function quoteQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, id: number) {
  return endpointQuery(
    getQuote,
    { params: { globalCustomerNumber, id }, query: { customerNumber, datasourceId } },
    { failureText: QUOTES_MESSAGES.detailFailed },
  );
}
