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
