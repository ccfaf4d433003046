import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
  timeoutManager,
} from '@tanstack/react-query';
import { sharedTimers } from '#web/lib/timers.ts';

// Before the first client, because two kinds of timers cannot clear each other's.
timeoutManager.setTimeoutProvider(sharedTimers);

const FRESH_MS = 15_000;

/**
 * Sends a first read that is under way again, like any other read. React Query would take its answer, which may be older than the change
 * because of which the data is fetched again.
 */
class PortalQueryClient extends QueryClient {
  override refetchQueries<Key extends QueryKey = QueryKey>(filters?: RefetchQueryFilters<Key>, options?: RefetchOptions): Promise<void> {
    if (options?.cancelRefetch ?? true) {
      const underWay = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
      for (const query of underWay) {
        // Silently: who waits for it gets the answer of the next one. Queries that are not fetched again now go on.
        if (query.state.data === undefined && !query.isDisabled() && !query.isStatic()) void query.cancel({ silent: true });
      }
    }
    return super.refetchQueries(filters, options);
  }
}

/**
 * Creates the query client. Every failure is reported once; repeated failures of a query that has data are reported only the first time.
 */
export function createQueryClient(onFailure: (error: Error, meta: FailureMeta, isRead: boolean) => void): QueryClient {
  const failing = new WeakSet<object>();
  return new PortalQueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => void failing.delete(query),
      onError: (error, query) => {
        const isKnown = failing.has(query) && query.state.data !== undefined;
        failing.add(query);
        if (!isKnown) onFailure(error, query.meta ?? {}, true);
      },
    }),
    mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta ?? {}, false) }),
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

/** How a request's failure is reported. Without it, the general rules apply. A type, because TanStack Query takes no interface. */
export type FailureMeta = {
  /** The message for this request, shown instead of the general one. */
  failureText?: string;
  /** The title above the message. */
  failureTitle?: string;
  /** Whether the server's message is preferred over `failureText` (ERR-10). */
  prefersServerMessage?: boolean;
  /** The message if there was no HTTP response, instead of the network toast, and the title if a write got no answer. */
  noResponseText?: string;
  /** The caller is a form, which shows field errors at its fields. */
  isForm?: boolean;
  /** The request loads the user's access. A 403 on it does not load the same access again. */
  accessRequest?: 'customer-numbers' | 'permissions';
  /** Shows no toast; the caller shows or logs the failure. */
  isSilent?: boolean;
};

/** What the app knows about a query besides its data. */
export type QueryMeta = FailureMeta & {
  /** The hub announces changes of this data, so it is fetched again whenever the hub connects. */
  isAnnounced?: boolean;
  /** The list has its default range of days, so the one of another day may stand in for it without a connection (OFF-02). */
  isStandardRange?: boolean;
  /** The answer is for an export: it is not shown, so it is not kept for times without a connection either. */
  isExport?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: FailureMeta;
  }
}
