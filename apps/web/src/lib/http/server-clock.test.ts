import { afterEach, describe, expect, it } from 'vitest';
import { noteServerTime, serverTime } from './server-clock.ts';

const NOW = '2026-05-04T15:00:00Z';
const nowMs = Date.parse(NOW);
const header = new Date(nowMs).toUTCString();
/** Notes an answer on a device whose clock is that far ahead. */
const answer = (aheadMs: number, tookMs = 100) => noteServerTime(header, nowMs + aheadMs - tookMs, nowMs + aheadMs);
afterEach(() => answer(0));

describe("the server's clock", () => {
  it.each([
    ['three minutes fast', 180_000],
    ['three minutes slow', -180_000],
  ])('TRK-06 TRK-13 corrects a device that is %s', (_what, aheadMs) => {
    answer(aheadMs);
    expect(serverTime(nowMs + aheadMs)).toBe(nowMs);
    // The clock of the device was set right.
    answer(0);
    expect(serverTime(nowMs)).toBe(nowMs);
  });

  it('TRK-06 TRK-13 is not taken from a slow answer, nor for a small difference, nor if an answer has no time', () => {
    answer(20_000);
    expect(serverTime(nowMs)).toBe(nowMs);
    answer(180_000, 60_000);
    expect(serverTime(nowMs)).toBe(nowMs);
    noteServerTime(null, nowMs, nowMs);
    noteServerTime('soon', nowMs, nowMs);
    expect(serverTime(nowMs)).toBe(nowMs);
  });
});
