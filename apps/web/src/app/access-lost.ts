import type { QueryClient } from '@tanstack/react-query';
import { getPermissions } from '@yardage/contract/users';
import { customerNumbersQuery } from '#web/features/account/api/get-customer-numbers.ts';
import { currentCustomer, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import type { FailureMeta } from '#web/lib/query/failure.ts';

/** Whether the server says that the customer number in use is not the caller's any more. */
export function isCustomerRefused(error: Error): boolean {
  return error instanceof HttpProblem && error.problem.code === 'customer-not-granted';
}

/**
 * A refusal for want of rights means that the server knows better than this tab: somebody was taken out, disabled or given another role.
 * What the tab believes is asked for again, and the pages follow. The questions about access themselves do not start over.
 */
export function followAccess(queryClient: QueryClient, error: Error, meta: FailureMeta): void {
  if (!(error instanceof HttpProblem) || error.status !== 403 || meta.isAboutAccess === 'customer-numbers') return;
  void queryClient.invalidateQueries({ queryKey: customerNumbersQuery().queryKey });
  if (meta.isAboutAccess !== 'permissions') void queryClient.invalidateQueries({ queryKey: [getPermissions.id] });
}

/** Asks whether the customer number in use was withdrawn. Several refused calls share one question. */
export async function isAccessWithdrawn(queryClient: QueryClient): Promise<boolean> {
  const inUse = currentCustomer();
  if (!inUse) return true;
  const list = await queryClient.fetchQuery({ ...customerNumbersQuery(), staleTime: 0 });
  return !list.some((entry) => isSameCustomer(entry, inUse));
}
