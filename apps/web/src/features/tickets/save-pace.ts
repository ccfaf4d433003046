import { pause } from '#web/lib/http/deadline.ts';

/** Chromium drops, without a word, what a page saves beyond ten files a second; half as many leave room for a slow clock. */
const APART_MS = 200;

/** Waits until another file may be saved. */
export type SavePace = (signal: AbortSignal) => Promise<void>;

/** Keeps the files of one batch so far apart that the browser takes each of them (TKT-16). */
export function createSavePace(apartMs = APART_MS): SavePace {
  let freeAtMs = 0;
  return async (signal) => {
    const waitMs = freeAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs, signal);
    freeAtMs = performance.now() + apartMs;
  };
}
