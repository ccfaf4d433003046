import { listCustomerNumbers } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** The signed-in user's customer numbers (API-01). */
export function customerNumbersQuery() {
  return endpointQuery(listCustomerNumbers, {});
}
