import { type FetchQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Call, Endpoint } from '@yardage/contract/endpoint';
import { api } from '#web/lib/api.ts';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';
import type { CallArguments } from '#web/lib/http/http-client.ts';
import { isKept, readOrKept } from '#web/lib/offline/kept-reads.ts';
import { ownTask } from './own-task.ts';
import type { QueryMeta } from './query-client.ts';

/** Query options of a read. The key is the endpoint and all its arguments. */
export function endpointQuery<E extends Endpoint>(endpoint: E, args: CallArguments<E>, meta: QueryMeta = {}) {
  return queryOptions({
    queryKey: [endpoint.id, args] as const,
    queryFn: async ({ signal, client, queryKey, meta: { isStandardRange, isExport = false } = {} }) => {
      // A page mounts a dozen reads at once. Sent together, they would keep a slow phone from reacting.
      await ownTask();
      const call = () => api.call(endpoint, args, { signal });
      const kept = { endpointId: endpoint.id, args, client, queryKey, isStandardRange };
      return isKept(endpoint.id, args) && !isExport ? readOrKept(kept, call) : call();
    },
    meta,
  });
}

/**
 * Fetches a page of a list for an export. It has a key of its own: neither the cache nor the device keeps the pages of an export, and the
 * list on the screen does not change.
 */
export function fetchForExport<Data, Key extends QueryKey>(
  client: QueryClient,
  { queryFn, queryKey, meta }: Pick<FetchQueryOptions<Data, Error, Data, Key>, 'queryFn' | 'queryKey' | 'meta'>,
): Promise<Data> {
  const exportKey = [...queryKey, 'export'] as unknown as Key;
  return client.fetchQuery<Data, Error, Data, Key>({
    ...(queryFn && { queryFn }),
    queryKey: exportKey,
    gcTime: 0,
    meta: { ...meta, isExport: true },
  });
}

/** The common arguments of a call about the selected customer. The area adds its own. */
export function ofCustomer<Params extends object = object, Query extends object = object>(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  params?: Params,
  query?: Query,
) {
  return {
    params: { globalCustomerNumber, ...(params as Params) },
    query: { customerNumber, datasourceId, ...(query as Query) },
  };
}

/** The common arguments of a call about one order or ticket (API-05 to API-11). */
export function ofDataset<Params extends object>(customer: DatasetKey, params: Params) {
  return ofCustomer(customer, params, { dataset: customer.dataset });
}

/** The query parameters of a list, without the customer. */
export type ListParams<E extends Endpoint> = Omit<NonNullable<Call<E>['query']>, 'customerNumber' | 'datasourceId' | 'dataset'>;

/** A failing server is polled less often. */
const AFTER_FAILURE_MS = 60_000;

interface LiveState<Data> {
  state: { data: Data | undefined; status: string };
}

/** Returns a `refetchInterval` that polls while the data is live. */
export function whileLive<Data>(isLive: (data: Data) => boolean, everyMs: number) {
  return ({ state: { data, status } }: LiveState<Data>): number | false => {
    if (data === undefined || !isLive(data)) return false;
    return status === 'error' ? Math.max(everyMs, AFTER_FAILURE_MS) : everyMs;
  };
}
