import { queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '@yardage/contract/endpoint';
import { api } from '#web/lib/api.ts';
import type { CallArguments } from '#web/lib/http/http-client.ts';
import type { QueryMeta } from './failure.ts';

/** Query options of a read. The key is the endpoint and all its arguments. */
export function endpointQuery<E extends Endpoint>(endpoint: E, args: CallArguments<E>, meta: QueryMeta = {}) {
  return queryOptions({
    queryKey: [endpoint.id, args] as const,
    queryFn: ({ signal }) => api.call(endpoint, args, signal),
    meta,
  });
}
