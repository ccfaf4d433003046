import { pause } from '#web/lib/http/deadline.ts';
import { Cancelled, HttpProblem } from '#web/lib/http/http-errors.ts';

const TOO_MANY_REQUESTS = 429;
const PAUSE_MS = 5000;
/** Together a little longer than the server's rate limit window of one minute. */
const MAX_PAUSES = 14;

/** Retries a call while the server responds 'too many requests', so that a long batch slows down instead of failing. */
export async function untilAllowed<T>(call: () => Promise<T>, onPause: () => void, signal: AbortSignal): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status !== TOO_MANY_REQUESTS || pauses === MAX_PAUSES) throw error;
    }
    onPause();
    await pause(PAUSE_MS, signal).catch((cause: unknown) => {
      throw new Cancelled('The batch was given up.', { cause });
    });
  }
}
