import { getStatement } from '@yardage/contract/statements';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { STATEMENTS_MESSAGES } from '../statements.messages.ts';

/** Loads one statement with its lines (API-39, STM-11). */
export function statementQuery(customer: CustomerKey, statementDate: string) {
  return endpointQuery(getStatement, ofCustomer(customer, { statementDate }), { failureText: STATEMENTS_MESSAGES.detailFailed });
}
