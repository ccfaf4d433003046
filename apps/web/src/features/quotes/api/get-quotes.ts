import { listQuotes, type QUOTE_STATUSES } from '@yardage/contract/quotes';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { QUOTES_MESSAGES } from '../quotes.messages.ts';

/** What a quotes list is asked for; without days it is of any day. */
export interface QuotesRequest {
  status: (typeof QUOTE_STATUSES)[number];
  search: string;
  days: { from: string; to: string } | null;
  pageIndex: number;
  pageSize: number;
  sortBy: string;
  sortDesc: boolean;
}

/** A page of quotes (API-13, ERR-13). */
export function quotesQuery(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  { search, days, ...request }: QuotesRequest,
) {
  const filters = { ...(search && { search }), ...(days && { startDate: days.from, endDate: days.to }) };
  return endpointQuery(
    listQuotes,
    { params: { globalCustomerNumber }, query: { customerNumber, datasourceId, ...request, ...filters } },
    { failureText: QUOTES_MESSAGES.listFailed },
  );
}
