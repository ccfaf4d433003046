import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { FailureMeta } from './failure.ts';

const FRESH_MS = 15_000;

/**
 * Creates the query client. Every failure is reported once; repeated failures of a query that has data are reported only the first time.
 */
export function createQueryClient(onFailure: (error: Error, meta: FailureMeta) => void): QueryClient {
  const failing = new WeakSet<object>();
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => void failing.delete(query),
      onError: (error, query) => {
        const isKnown = failing.has(query) && query.state.data !== undefined;
        failing.add(query);
        if (!isKnown) onFailure(error, query.meta ?? {});
      },
    }),
    mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta ?? {}) }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The browser's online state is often wrong. A call without a response fails by itself.
        networkMode: 'always',
        // With `always` it is off unless set.
        refetchOnReconnect: true,
        // The HTTP client retries reads itself, within their time limit.
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
