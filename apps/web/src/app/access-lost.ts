import type { QueryClient } from '@tanstack/react-query';
import { getPermissions, listCustomerNumbers } from '@yardage/contract/users';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import type { FailureMeta } from '#web/lib/query/failure.ts';

/**
 * A refusal for want of rights means that the server knows better than this tab: somebody was taken out, disabled or given another role.
 * What the tab believes is asked for again, and the pages follow. The questions about access themselves do not start over.
 */
export function followAccess(queryClient: QueryClient, error: Error, meta: FailureMeta): void {
  if (!(error instanceof HttpProblem) || error.status !== 403 || meta.isAboutAccess === 'customer-numbers') return;
  void queryClient.invalidateQueries({ queryKey: [listCustomerNumbers.id] });
  if (meta.isAboutAccess !== 'permissions') void queryClient.invalidateQueries({ queryKey: [getPermissions.id] });
}
