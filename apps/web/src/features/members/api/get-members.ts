import { listMembers } from '@yardage/contract/members';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import type { ListRequest } from '#web/lib/query/of-customer.ts';
import { MEMBERS_MESSAGES } from '../members.messages.ts';

/** Query parameters of the members list. */
export type MembersRequest = Omit<ListRequest<typeof listMembers>, 'globalCustomerNumber'>;

/** A page of members and requests (API-55, USR-15). */
export function membersQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, request: MembersRequest) {
  return endpointQuery(
    listMembers,
    { query: { ...request, customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.listFailed },
  );
}
