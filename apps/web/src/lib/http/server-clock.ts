/** A smaller difference can come from a slow answer, and does no harm. */
const TOLERATED_MS = 30_000;
/** The time of an answer that took longer says little: the device may have been asleep. */
const MAX_DURATION_MS = 10_000;

let offsetMs = 0;

/** Notes what time it was at the server, from the `Date` of an answer. */
export function noteServerTime(date: string | null, sentAtMs: number, receivedAtMs: number): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs) || receivedAtMs - sentAtMs > MAX_DURATION_MS) return;
  const differenceMs = serverMs - receivedAtMs;
  offsetMs = Math.abs(differenceMs) > TOLERATED_MS ? differenceMs : 0;
}

/** Returns what time it is at the server when the device's clock shows a time. Moments that the server tells are compared with it. */
export function serverTime(deviceMs: number): number {
  return deviceMs + offsetMs;
}
