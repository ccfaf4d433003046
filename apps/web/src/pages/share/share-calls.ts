/** How often the page calls. */
export const POLL_MS = 30_000;
/** A line that fails is tried again sooner than the next regular call. */
const RETRY_MS = 5000;
/** After this time, 'Loading' alone looks like a frozen page. */
export const LONG_WAIT_MS = 10_000;
/** A call without an answer ends after this time. */
export const CALL_MS = 30_000;

/** Why the board was not loaded. `offline`: no answer arrived. */
export type ShareProblem = 'gone' | 'busy' | 'failed' | 'offline';

/** Returns what an answer without a board means. */
export function problemOf(status: number): ShareProblem {
  if (status === 404) return 'gone';
  return status === 429 || status === 503 ? 'busy' : 'failed';
}

/**
 * Returns how long to wait after a failed call. A server that refuses calls says for how many seconds; calling sooner would make it worse. A
 * time of day would depend on the reader's clock.
 */
export function waitAfter(problem: ShareProblem, retryAfter: string | null): number {
  if (problem !== 'busy') return RETRY_MS;
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(RETRY_MS, seconds * 1000) : POLL_MS;
}

/**
 * Returns a function that begins a call and ends the one before: its answer may come later although it is older. The call is over after
 * `CALL_MS`, and `isNewest` says whether its answer still counts.
 */
export function newestCall(): () => { signal: AbortSignal; isNewest: () => boolean; end: () => void } {
  let newest: AbortController | undefined;
  return () => {
    newest?.abort();
    const own = new AbortController();
    newest = own;
    const timer = setTimeout(() => own.abort(), CALL_MS);
    return { signal: own.signal, isNewest: () => newest === own, end: () => clearTimeout(timer) };
  };
}
