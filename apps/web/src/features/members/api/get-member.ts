import { getMember } from '@yardage/contract/members';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { MEMBERS_MESSAGES } from '../members.messages.ts';

/** One member or request (USR-04). */
export function memberQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, id: number) {
  return endpointQuery(
    getMember,
    { params: { id }, query: { customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.detailFailed },
  );
}
