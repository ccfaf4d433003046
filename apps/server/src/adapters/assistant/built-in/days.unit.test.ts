import { describe, expect, it } from 'vitest';
import { addDays, readDays } from './days.ts';

const TODAY = '2026-11-12';
const day = (text: string) => ({ from: text, to: text });

describe('the days that a question names', () => {
  it.each([
    ['today', day(TODAY)],
    ['yesterday', day('2026-11-11')],
    ['the day before yesterday', day('2026-11-10')],
    ['tomorrow', day('2026-11-13')],
    ['on Monday', day('2026-11-09')],
    ['last thursday', day('2026-11-05')],
    ['this week', { from: '2026-11-09', to: '2026-11-15' }],
    ['last week', { from: '2026-11-02', to: '2026-11-08' }],
    ['next week', { from: '2026-11-16', to: '2026-11-22' }],
    ['last seven days', { from: '2026-11-06', to: TODAY }],
    ['past 2 weeks', { from: '2026-10-30', to: TODAY }],
    ['last 3 months', { from: '2026-08-12', to: TODAY }],
    ['this month', { from: '2026-11-01', to: '2026-11-30' }],
    ['last month', { from: '2026-10-01', to: '2026-10-31' }],
    ['this year', { from: '2026-01-01', to: '2026-12-31' }],
    ['last year', { from: '2025-01-01', to: '2025-12-31' }],
    ['since March', { from: '2026-03-01' }],
    ['since december', { from: '2025-12-01' }],
    ['in February 2024', { from: '2024-02-01', to: '2024-02-29' }],
    ['in 2025', { from: '2025-01-01', to: '2025-12-31' }],
    ['on 3/14', day('2026-03-14')],
    ['on 12/24', day('2025-12-24')],
    ['on 3/14/25', day('2025-03-14')],
    ['on March 3rd', day('2026-03-03')],
    ['on 2026-01-31', day('2026-01-31')],
    ['between March 1 and April 15', { from: '2026-03-01', to: '2026-04-15' }],
    ['from January to March', { from: '2026-01-01', to: '2026-03-31' }],
    ['before June', { to: '2026-05-31' }],
    ['since yesterday', { from: '2026-11-11' }],
    ['since last week', { from: '2026-11-02' }],
    ['since 2025', { from: '2025-01-01' }],
    ['since last Monday', { from: '2026-11-09' }],
    ['after October', { from: '2026-11-01' }],
    ['after 11/10', { from: '2026-11-11' }],
    ['after last month', { from: '2026-11-01' }],
    ['after today', { from: '2026-11-13' }],
    ['after next Monday', { from: '2026-11-17' }],
    ['before this week', { to: '2026-11-08' }],
    ['before last year', { to: '2024-12-31' }],
    ['until next week', { to: '2026-11-22' }],
    ['from last week to yesterday', { from: '2026-11-02', to: '2026-11-11' }],
    ['of the week', { from: '2026-11-09', to: '2026-11-15' }],
    ['of the month', { from: '2026-11-01', to: '2026-11-30' }],
    ['this weeks', { from: '2026-11-09', to: '2026-11-15' }],
    ['todays', day(TODAY)],
    ['on 13/45', undefined],
    ['you may go', undefined],
    ['nothing of the kind', undefined],
  ])('%s', (text, days) => {
    expect(readDays(`orders ${text}`, TODAY).days).toEqual(days);
  });

  it('works on the first of a month, the first of a year and a leap day', () => {
    expect(readDays('last month', '2026-01-01').days).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(readDays('last month', '2026-03-31').days).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(readDays('yesterday', '2024-03-01').days).toEqual(day('2024-02-29'));
    expect(readDays('this week', '2026-11-15').days).toEqual({ from: '2026-11-09', to: '2026-11-15' });
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});
