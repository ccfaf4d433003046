/** A server that does not answer is asked less often. */
const AFTER_FAILURE_MS = 60_000;

interface LiveState<Data> {
  state: { data: Data | undefined; status: string };
}

/** Has a query ask again by itself while what it shows changes by itself. */
export function whileLive<Data>(isLive: (data: Data) => boolean, everyMs: number) {
  return ({ state: { data, status } }: LiveState<Data>): number | false => {
    if (data === undefined || !isLive(data)) return false;
    return status === 'error' ? Math.max(everyMs, AFTER_FAILURE_MS) : everyMs;
  };
}
