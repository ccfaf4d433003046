import { pause } from '#web/lib/http/deadline.ts';
import { Cancelled, HttpProblem } from '#web/lib/http/http-errors.ts';

const TOO_MANY_REQUESTS = 429;
const PAUSE_MS = 5000;
/** A little more than the minute by which the server counts. */
const MAX_PAUSES = 14;

/** Calls again after a pause as long as the server says 'too many requests': a long batch takes its time instead of ending there. */
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
