import { listStatements } from '@yardage/contract/statements';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { STATEMENTS_MESSAGES } from '../statements.messages.ts';

/** Query parameters of the statements list. */
export type StatementsRequest = ListRequest<typeof listStatements>;

/** Loads one page of statements (API-38, STM-11). */
export function statementsQuery(customer: CustomerKey, request: StatementsRequest) {
  return endpointQuery(listStatements, ofCustomer(customer, {}, request), { failureText: STATEMENTS_MESSAGES.listFailed });
}
