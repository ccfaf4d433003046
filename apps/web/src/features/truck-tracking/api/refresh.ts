import { Cancelled, SessionLost } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Positions are asked for so often (TRK-12). */
const POSITIONS_MS = 20 * SECOND_MS;
/** An expected arrival and the way there are asked for so often at most (TRK-13). */
const ETA_MS = 5 * MINUTE_MS;
/** The list of active trucks is asked for so often (TRK-14). */
export const LIST_MS = 15 * MINUTE_MS;

/** A failure that is only logged: what was known before stays (TRK-19). */
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

/** Whether a question may be asked again; one that failed waits as long as one that was answered. */
const isDue = ({ state }: Known): false | 'always' =>
  Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= ETA_MS ? 'always' : false;

/** Options of a question that is asked at most every five minutes, however often its truck is chosen; not while the tab is hidden. */
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

/** Options of what the poll asks: with each round, and at once when the tab comes back. */
export const WITH_THE_POLL = {
  staleTime: POSITIONS_MS,
  refetchInterval: POSITIONS_MS,
  refetchOnWindowFocus: 'always',
  retry: false,
  meta: { isSilent: true },
} as const;
