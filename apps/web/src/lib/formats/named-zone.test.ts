import { expect, it } from 'vitest';
import { formatDateTimeOfDesk } from './named-zone.ts';

it.each([
  ['America/New_York', '2026-11-20T11:45:00Z', 'America/New_York', '11/20/2026 06:45:00'],
  ['America/Chicago', '2026-11-20T12:00:00Z', 'America/New_York', '11/20/2026 06:00:00 CST'],
  ['America/Chicago', '2026-07-20T12:00:00Z', 'America/New_York', '07/20/2026 07:00:00 CDT'],
  ['America/New_York', '2026-07-20T10:00:00Z', 'America/Toronto', '07/20/2026 06:00:00'],
])('TBL-12 a time of the desk in %s at %s has the name of its zone where the clock in %s differs', (timeZone, moment, own, text) => {
  expect(formatDateTimeOfDesk(moment, timeZone, own)).toBe(text);
});
