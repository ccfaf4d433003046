import type { QueryClient } from '@tanstack/react-query';

const NAMED = /"globalCustomerNumber":"([^"]*)"/g;

/** Removes what is in memory about customers, except these, and is not shown: without access to a customer, nothing of it is kept. */
export function forgetCustomersExcept(client: QueryClient, granted: readonly { globalCustomerNumber: string }[]): void {
  const known = new Set(granted.map(({ globalCustomerNumber }) => globalCustomerNumber));
  client.removeQueries({
    predicate: (query) =>
      query.getObserversCount() === 0 && [...JSON.stringify(query.queryKey).matchAll(NAMED)].some(([, name = '']) => !known.has(name)),
  });
}
