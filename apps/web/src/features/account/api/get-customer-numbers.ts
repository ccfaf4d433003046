import { listCustomerNumbers } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';

/** Loads the signed-in user's customer numbers (API-01, ERR-13). */
export function customerNumbersQuery() {
  return endpointQuery(listCustomerNumbers, {}, { failureText: ACCOUNT_MESSAGES.recordsFailed, isAboutAccess: 'customer-numbers' });
}
