import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '#web/lib/query/query-client.ts';
import { followAccess } from './access-lost.ts';
import { showFailure } from './error-toasts.ts';

/** The app's query client. */
export const queryClient: QueryClient = createQueryClient((error, meta) => {
  showFailure(error, meta);
  followAccess(queryClient, error, meta);
});
