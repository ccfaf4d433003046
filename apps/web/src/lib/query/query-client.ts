import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { FailureMeta } from './failure.ts';

const FRESH_MS = 15_000;

/** Makes the query client; every final failure is handed on once, and one that repeats itself while there is something to show, only the first time. */
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
        // The browser's idea of being online is often wrong; a call that gets no answer says so itself.
        networkMode: 'always',
        // The request layer tries a read again itself, within the time that the read has.
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
