import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { Hub } from './hub.ts';

const isAnnounced = ({ meta }: Query): boolean => meta?.isAnnounced === true;

/** Fetches everything that the hub announces again whenever the hub connects, because events were missed before. */
export function refetchAfterConnect(hub: Pick<Hub, 'connection' | 'onConnection'>, queryClient: QueryClient): () => void {
  return hub.onConnection(() => {
    if (hub.connection() === 'connected') void refetchAnnounced(queryClient, { predicate: isAnnounced });
  });
}

/**
 * Fetches announced data again. A first read in flight is cancelled: React Query would otherwise take its answer, which may be older than
 * the event.
 */
export async function refetchAnnounced(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}
