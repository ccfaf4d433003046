import { expect, it } from 'vitest';
import { waitForDayMs } from './day-left.ts';

it.each([
  ['2026-03-02T12:00:00Z', 'America/New_York', 0],
  ['2026-03-03T04:58:00Z', 'America/New_York', 0],
  ['2026-03-03T04:59:00Z', 'America/New_York', 61_000],
  ['2026-03-03T04:59:59Z', 'America/New_York', 2_000],
  ['2026-03-03T05:00:00Z', 'America/New_York', 0],
  ['2026-12-31T23:59:30Z', 'UTC', 31_000],
])('tests that begin at %s in %s wait %i ms for the next day', (now, timeZone, expected) => {
  expect(waitForDayMs(new Date(now), timeZone)).toBe(expected);
});
