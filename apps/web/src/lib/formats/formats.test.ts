import { dayAt } from '@yardage/domain/dates';
import { formatPhone } from '@yardage/domain/phones';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatDateTime, formatDay, formatRelative, formatTime } from './date-format.ts';
import { formatAmount, formatCurrency } from './number-format.ts';

const CHICAGO = 'America/Chicago';
const DENVER = 'America/Denver';

describe('dates', () => {
  it('TBL-12 shows a moment as MM/dd/yyyy and MM/dd/yyyy HH:mm:ss in the zone of the data source', () => {
    const moment = '2026-03-01T05:04:09Z';
    expect(formatDate(moment, CHICAGO)).toBe('02/28/2026');
    expect(formatDateTime(moment, CHICAGO)).toBe('02/28/2026 23:04:09');
    expect(formatDateTime(moment, DENVER)).toBe('02/28/2026 22:04:09');
    expect(formatTime(moment, DENVER)).toBe('22:04');
  });

  it('CHT-28 shows the time of a message as hh:mm a', () => {
    const at = (moment: string) => formatClock(moment, 'America/New_York');
    expect(['2026-11-15T05:05:00Z', '2026-11-15T14:07:00Z', '2026-11-15T17:00:00Z', '2026-11-16T04:59:59Z'].map(at)).toEqual([
      '12:05 AM',
      '09:07 AM',
      '12:00 PM',
      '11:59 PM',
    ]);
    expect(formatClock(null, 'UTC')).toBe('');
    expect(runInLanguage('es', () => at('2026-11-15T17:00:00Z'))).toBe('12:00');
  });

  it('keeps midnight at 00 and follows daylight saving', () => {
    expect(formatDateTime('2026-07-04T05:00:00Z', CHICAGO)).toBe('07/04/2026 00:00:00');
    expect(formatTime('2026-03-08T07:59:00Z', CHICAGO)).toBe('01:59');
    expect(formatTime('2026-03-08T08:01:00Z', CHICAGO)).toBe('03:01');
  });

  it('a calendar day is the same day in every time zone', () => {
    expect(formatDay('2026-01-09')).toBe('01/09/2026');
  });

  it('shows nothing for missing or invalid dates', () => {
    expect([formatDate(null, CHICAGO), formatDateTime('soon', CHICAGO), formatTime(undefined, CHICAGO), formatDay('')]).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });

  it('knows the current day at the data source', () => {
    expect(dayAt('2026-01-01T03:00:00Z', CHICAGO)).toBe('2025-12-31');
  });

  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1m ago'],
    [59 * 60 + 59, '59m ago'],
    [3600, '1h ago'],
    [24 * 3600 - 1, '23h ago'],
    [24 * 3600, '1d ago'],
    [40 * 24 * 3600, '40d ago'],
    [-30, 'just now'],
  ])('TBL-11 %i seconds ago reads %s', (seconds, expected) => {
    const now = new Date('2026-05-05T12:00:00Z');
    expect(formatRelative(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(expected);
  });
});

describe('in Spanish', () => {
  it('LNG-02 TBL-11 TBL-12 dates have the month as a word, numbers and money follow the locale', () => {
    const moment = '2026-03-01T05:04:09Z';
    runInLanguage('es', () => {
      expect(formatDate(moment, CHICAGO)).toBe('28 feb 2026');
      expect(formatDateTime(moment, CHICAGO)).toBe('28 feb 2026 23:04:09');
      expect(formatDay('2026-09-09')).toBe('09 sept 2026');
      expect(formatRelative(moment, new Date('2026-03-01T05:09:09Z'))).toBe('hace 5 min');
      expect(formatCurrency(-1234.5)).toBe('-$1,234.50');
      expect(formatQuantity(1234.25)).toBe('1,234.25 CY');
    });
    expect(formatDate(moment, CHICAGO)).toBe('02/28/2026');
  });
});

describe('phones', () => {
  it('stored as ten digits are grouped, others stay as they are', () => {
    expect(formatPhone('4235550142')).toBe('(423) 555-0142');
    expect(formatPhone('+14235550142')).toBe('(423) 555-0142');
    expect(formatPhone('+44 20 7946 0000')).toBe('+44 20 7946 0000');
    expect(formatPhone(null)).toBe('');
  });
});

describe('numbers', () => {
  it('TBL-13 money is in dollars with two decimals, negative with a minus', () => {
    expect(formatCurrency(1234567.5)).toBe('$1,234,567.50');
    expect(formatCurrency(-0.05)).toBe('-$0.05');
    expect(formatCurrency(1.005 * 100)).toBe('$100.50');
    expect(formatAmount(-1234.5)).toBe('-1,234.50');
    expect(formatCurrency(null)).toBe('');
  });

  it('ORD-06 quantities have their unit, CY by default', () => {
    expect(formatQuantity(45, 'TON')).toBe('45 TON');
    expect(formatQuantity(1234.25)).toBe('1,234.25 CY');
    expect(formatQuantity(0, '')).toBe('0 CY');
    expect(formatQuantity(undefined, 'CY')).toBe('');
    expect(formatNumber(Number.NaN)).toBe('');
  });
});
