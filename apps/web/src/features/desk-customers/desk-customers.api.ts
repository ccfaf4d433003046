import { listDeskAccounts, listDeskDataSources } from '@yardage/contract/desk-customers';
import type { Call } from '@yardage/contract/endpoint';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { DESK_CUSTOMERS_MESSAGES as MESSAGES } from './desk-customers.messages.ts';

/** A page of customer accounts. */
export function accountsQuery(query: NonNullable<Call<typeof listDeskAccounts>['query']>) {
  return endpointQuery(listDeskAccounts, { query }, { failureText: MESSAGES.listFailed });
}

/** The data sources, for the filter. */
export function dataSourcesQuery() {
  return endpointQuery(listDeskDataSources, {}, { isSilent: true });
}
