/** How often the page calls. */
export const POLL_MS = 30_000;
/** A line that fails is tried again sooner than the next regular call. */
const RETRY_MS = 5000;

/** Why the board was not loaded. */
export type ShareProblem = 'gone' | 'busy' | 'failed';

/** Returns what an answer without a board means. */
export function problemOf(status: number): ShareProblem {
  if (status === 404) return 'gone';
  return status === 429 || status === 503 ? 'busy' : 'failed';
}

/** Returns how long to wait after a failed call. A server that refuses calls says how long; calling sooner would make it worse. */
export function waitAfter(problem: ShareProblem, retryAt: unknown, nowMs: number): number {
  if (problem !== 'busy') return RETRY_MS;
  const untilMs = typeof retryAt === 'string' ? Date.parse(retryAt) - nowMs : Number.NaN;
  return Number.isNaN(untilMs) ? POLL_MS : Math.max(RETRY_MS, untilMs);
}
