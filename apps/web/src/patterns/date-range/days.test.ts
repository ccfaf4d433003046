import { isOnCalendar } from '@yardage/domain/calendar';
import { addDays } from '@yardage/domain/dates';
import { describe, expect, it } from 'vitest';
import { addMonths, datePresets, readTypedDay, sinceTwoMonthsBack } from './days.ts';

describe('calendar days', () => {
  it('move across the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addMonths('2026-04-30', -2)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  });

  it('STM-02 two months back start on the first of a month, whatever today is', () => {
    expect(sinceTwoMonthsBack('2026-11-15')).toEqual({ from: '2026-09-01', to: '2026-11-15' });
    expect(sinceTwoMonthsBack('2026-01-31')).toEqual({ from: '2025-11-01', to: '2026-01-31' });
    expect(sinceTwoMonthsBack('2026-04-30')).toEqual({ from: '2026-02-01', to: '2026-04-30' });
  });

  it.each([
    ['02/28/2026', '2026-02-28'],
    ['2/8/2026', '2026-02-08'],
    [' 02-08-2026 ', '2026-02-08'],
    ['02082026', '2026-02-08'],
    ['02/30/2026', null],
    ['13/01/2026', null],
    ['2026-02-28', null],
    ['tomorrow', null],
    ['', null],
  ])('are typed as MM/dd/yyyy: %j is %j', (text, day) => {
    expect(readTypedDay(text)).toBe(day);
  });

  it('TBL-10 lie between 1950 and 2050', () => {
    const days = ['1949-12-31', '1950-01-01', '2050-12-31', '2051-01-01', '20261-06-18', ''];
    expect(days.map(isOnCalendar)).toEqual([false, true, true, false, false, false]);
  });
});

describe('presets', () => {
  it('TBL-09 are the five of the specification, today among their days', () => {
    expect(datePresets('2026-03-31').map(({ label, range }) => `${label}: ${range.from} to ${range.to}`)).toEqual([
      'Today: 2026-03-31 to 2026-03-31',
      'Yesterday: 2026-03-30 to 2026-03-30',
      'Last 7 Days: 2026-03-25 to 2026-03-31',
      'Last 30 Days: 2026-03-02 to 2026-03-31',
      'Last 2 Months: 2026-01-31 to 2026-03-31',
    ]);
  });
});
