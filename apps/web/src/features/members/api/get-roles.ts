import { listRoles } from '@yardage/contract/members';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { MEMBERS_MESSAGES } from '../members.messages.ts';

/** The roles that the user may assign (API-57, USR-15). */
export function rolesQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(
    listRoles,
    { query: { customerNumber, datasourceId, globalCustomerNumber } },
    { failureText: MEMBERS_MESSAGES.rolesFailed },
  );
}
