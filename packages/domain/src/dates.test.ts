import { describe, expect, it } from 'vitest';
import { addDays, formatDate, formatDateMinute, formatDateTime, formatDay, formatTime, timeZoneName } from './dates.ts';

const DENVER = 'America/Denver';

describe('dates', () => {
  it('TBL-12 shows dates as MM/dd/yyyy and date-times as MM/dd/yyyy HH:mm:ss', () => {
    expect(formatDate('2026-03-05T15:04:09Z', DENVER)).toBe('03/05/2026');
    expect(formatDateTime('2026-03-05T15:04:09Z', DENVER)).toBe('03/05/2026 08:04:09');
    expect(formatDateMinute(new Date('2026-03-05T15:04:09Z'), DENVER)).toBe('03/05/2026 08:04');
  });

  it('ORD-14 shows the time of day as HH:mm, midnight as 00', () => {
    expect(formatTime('2026-03-05T07:00:00Z', DENVER)).toBe('00:00');
    expect(formatTime('2026-03-06T06:59:59Z', DENVER)).toBe('23:59');
  });

  it('TBL-12 takes the day of the time zone, not of UTC', () => {
    expect(formatDate('2026-01-01T03:00:00Z', DENVER)).toBe('12/31/2025');
    expect(formatDate('2026-01-01T03:00:00Z', 'UTC')).toBe('01/01/2026');
  });

  it('TBL-12 skips the hour that the start of daylight time removes', () => {
    expect(formatDateTime('2026-03-08T08:59:59Z', DENVER)).toBe('03/08/2026 01:59:59');
    expect(formatDateTime('2026-03-08T09:00:00Z', DENVER)).toBe('03/08/2026 03:00:00');
  });

  it('TBL-12 shows the hour that the end of daylight time repeats, twice', () => {
    expect(formatDateTime('2026-11-01T07:30:00Z', DENVER)).toBe('11/01/2026 01:30:00');
    expect(formatDateTime('2026-11-01T08:30:00Z', DENVER)).toBe('11/01/2026 01:30:00');
  });

  it('TBL-12 does not shift a calendar day', () => {
    expect(formatDay('2026-11-01')).toBe('11/01/2026');
  });

  it('names a time zone as people do', () => {
    expect(timeZoneName(DENVER)).toBe('Mountain Time');
    expect(timeZoneName('America/Chicago')).toBe('Central Time');
  });
});

describe('days later', () => {
  it('cross months, years and leap days', () => {
    expect([addDays('2026-11-30', 1), addDays('2026-12-31', 1), addDays('2028-02-28', 1), addDays('2026-03-01', -1)]).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ]);
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
  });
});
