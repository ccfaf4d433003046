import { pause } from '#web/lib/http/deadline.ts';

/** Chromium silently drops downloads beyond ten per second and page. Half that rate leaves a margin. */
const APART_MS = 200;

/** Waits until another file may be saved. */
export type SavePace = (signal: AbortSignal) => Promise<void>;

/** Spaces out the downloads of one batch, so that the browser accepts all of them (TKT-16). */
export function createSavePace(apartMs = APART_MS): SavePace {
  let freeAtMs = 0;
  return async (signal) => {
    const waitMs = freeAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs, signal);
    freeAtMs = performance.now() + apartMs;
  };
}
