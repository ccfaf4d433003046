import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Puts the answer of a write into the cache. A read under way may have seen the state before the write, so it is cancelled and sent again.
 */
export function putAnswer<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: Updater<InferDataFromTag<unknown, Key> | undefined, InferDataFromTag<unknown, Key> | undefined>,
): void {
  const filters = { queryKey, exact: true };
  const isReading = client.isFetching(filters) > 0;
  // Cancels at once. The promise resolves later, and nothing here waits for it.
  void client.cancelQueries(filters);
  client.setQueryData(queryKey, answer);
  if (isReading) void client.invalidateQueries(filters);
}
