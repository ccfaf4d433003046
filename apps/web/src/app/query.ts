import { createQueryClient } from '#web/lib/query/query-client.ts';
import { showFailure } from './error-toasts.ts';

/** The signed-in app's query client. */
export const queryClient = createQueryClient(showFailure);
