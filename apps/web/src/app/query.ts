import type { QueryClient } from '@tanstack/react-query';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { leaveView } from '#web/lib/session/view-as.ts';
import { followAccess, isAccessWithdrawn, isCustomerRefused } from './access-lost.ts';
import { showFailure } from './error-toasts.ts';

/** The app's query client. */
export const queryClient: QueryClient = createQueryClient((error, meta) => {
  if (error instanceof HttpProblem && error.problem.code === 'view-ended') {
    leaveView();
    return;
  }
  if (isCustomerRefused(error) && meta.isAboutAccess !== 'customer-numbers') {
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
