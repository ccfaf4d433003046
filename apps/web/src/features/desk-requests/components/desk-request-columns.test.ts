import { expect, it } from 'vitest';
import { startText } from './desk-request-columns.tsx';

it.each([
  ['America/New_York', '2026-11-20T11:45:00Z', 'America/New_York', '11/20/2026 06:45'],
  ['America/Chicago', '2026-11-20T12:00:00Z', 'America/New_York', '11/20/2026 06:00 CST'],
  ['America/New_York', '2026-07-20T10:00:00Z', 'America/Toronto', '07/20/2026 06:00'],
])('REQ-05 the queue names the zone of a start in %s where the clock of the reader shows another time', (timeZone, startsAt, own, text) => {
  expect(startText({ startsAt, timeZone }, own)).toBe(text);
});
