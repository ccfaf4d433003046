/** A smaller difference can come from a slow answer, and does no harm. */
const TOLERATED_MS = 30_000;
/** The time of an answer that took longer says little: the device may have been asleep. */
const MAX_DURATION_MS = 10_000;

let offsetMs = 0;

/** Notes the difference between the clocks, from the `Date` header of an answer. */
export function noteServerTime(date: string | null, sentAtMs: number, receivedAtMs: number): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs) || receivedAtMs - sentAtMs > MAX_DURATION_MS) return;
  const differenceMs = serverMs - receivedAtMs;
  offsetMs = Math.abs(differenceMs) > TOLERATED_MS ? differenceMs : 0;
}

/** Converts a time of the device's clock to the server's. Compare timestamps of the server with it. */
export function serverTime(deviceMs: number): number {
  return deviceMs + offsetMs;
}
