import { Cancelled, SessionLost } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Polling interval of the positions (TRK-12). */
const POSITIONS_MS = 20 * SECOND_MS;
/** Minimum interval between requests for a truck's ETA and route (TRK-13). */
const ETA_MS = 5 * MINUTE_MS;
/** Refetch interval of the list of active trucks (TRK-14). */
export const LIST_MS = 15 * MINUTE_MS;

/** Logs a failure and rethrows it. The page keeps the last known data (TRK-19). */
export async function logged<Result>(what: string, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (cause) {
    if (!(cause instanceof Cancelled || cause instanceof SessionLost)) logFailure(what, cause);
    throw cause;
  }
}

interface Known {
  state: { dataUpdatedAt: number; errorUpdatedAt: number };
}

/** Returns whether a refetch is due. A failed request waits as long as a successful one. */
const isDue = ({ state }: Known): false | 'always' =>
  Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= ETA_MS ? 'always' : false;

/** Query options for at most one request every five minutes, however often the truck is selected. Pauses while the tab is hidden. */
export const RARELY = {
  staleTime: ETA_MS,
  gcTime: 2 * ETA_MS,
  refetchInterval: ETA_MS,
  refetchOnMount: isDue,
  refetchOnWindowFocus: isDue,
  retryOnMount: false,
  retry: false,
  meta: { isSilent: true },
} as const;

/** Query options for polled data: refetched at the polling interval, and at once when the tab becomes visible. */
export const WITH_THE_POLL = {
  staleTime: POSITIONS_MS,
  refetchInterval: POSITIONS_MS,
  refetchOnWindowFocus: 'always',
  retry: false,
  meta: { isSilent: true },
} as const;
