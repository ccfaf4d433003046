import { getPermissions } from '@yardage/contract/users';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ACCOUNT_MESSAGES } from '../account.messages.ts';

/** Loads the user's permission codes for a customer number (API-02, PER-14). */
export function permissionsQuery({ customerNumber, datasourceId }: CustomerKey) {
  return endpointQuery(
    getPermissions,
    { query: { customerNumber, datasourceId } },
    {
      failureTitle: ACCOUNT_MESSAGES.permissionsFailedTitle,
      failureText: ACCOUNT_MESSAGES.permissionsFailed,
      isAboutAccess: 'permissions',
    },
  );
}
