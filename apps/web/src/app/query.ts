import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '@yardage/contract/endpoint';
import { getPermissions, type getProfile } from '@yardage/contract/users';
import { customerNumbersQuery, profileQuery } from '#web/features/account/account.api.ts';
import { noteDisabledAccount } from '#web/lib/access/disabled-account.ts';
import { isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { currentCustomer } from '#web/lib/customer/customer-url.ts';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { isOffline } from '#web/lib/offline/connection.ts';
import { createQueryClient, type FailureMeta } from '#web/lib/query/query-client.ts';
import { leaveView } from '#web/lib/session/view-as.ts';
import { showFailure } from './error-toasts.ts';

/** The app's query client. */
export const queryClient: QueryClient = createQueryClient((error, meta, isRead) => {
  // Without a connection the layout says so once, instead of a toast per request.
  if (isRead && error instanceof NetworkFailure && isOffline()) return;
  if (error instanceof HttpProblem && error.problem.code === 'view-ended') {
    leaveView();
    return;
  }
  if (error instanceof HttpProblem && error.problem.code === 'account-disabled') {
    // It concerns every call, so a page says it once, instead of a toast per request.
    noteDisabledAccount();
    return;
  }
  if (isCustomerRefused(error) && meta.accessRequest !== 'customer-numbers') {
    // A withdrawn customer number has its own page, so the failed calls show no toast.
    void isAccessWithdrawn(queryClient).then(
      (isWithdrawn) => {
        if (!isWithdrawn) showFailure(error, meta);
      },
      () => showFailure(error, meta),
    );
    return;
  }
  showFailure(error, meta);
  followAccess(queryClient, error, meta);
});

/** Returns whether the server says that the user no longer has access to the selected customer number. */
function isCustomerRefused(error: Error): boolean {
  return error instanceof HttpProblem && error.problem.code === 'customer-not-granted';
}

/**
 * Reloads the user's access after a 403, because it means that this tab's copy is outdated: the user was removed, disabled or given another
 * role. The role of staff is in the profile, so that is reloaded for them. A failure of the access requests themselves does not repeat them.
 */
function followAccess(queryClient: QueryClient, error: Error, meta: FailureMeta): void {
  // A refused write of a view says nothing about the access of the user.
  if (error instanceof HttpProblem && error.problem.code === 'view-read-only') return;
  if (!(error instanceof HttpProblem) || error.status !== 403 || meta.accessRequest === 'customer-numbers') return;
  void queryClient.invalidateQueries({ queryKey: customerNumbersQuery().queryKey });
  if (meta.accessRequest !== 'permissions') void queryClient.invalidateQueries({ queryKey: [getPermissions.id] });
  const { queryKey } = profileQuery();
  if (queryClient.getQueryData<Answer<typeof getProfile>>(queryKey)?.staffRole) void queryClient.invalidateQueries({ queryKey });
}

/** Returns whether access to the selected customer number was withdrawn. Several rejected calls share one request. */
async function isAccessWithdrawn(queryClient: QueryClient): Promise<boolean> {
  const inUse = currentCustomer();
  if (!inUse) return true;
  const list = await queryClient.fetchQuery({ ...customerNumbersQuery(), staleTime: 0 });
  return !list.some((entry) => isSameCustomer(entry, inUse));
}
