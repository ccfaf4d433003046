import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { dayAt, formatDate, formatDay, timeZoneName } from './dates.ts';
import { centsOf, formatDollars, formatMoney, shareOf, typedAmount } from './money.ts';
import { formatPhone } from './phones.ts';
import { formatNumber, formatQuantity, formatQuantityOnPaper } from './quantities.ts';
import { resourceName } from './resource-name.ts';

describe('phone numbers', () => {
  it('ten digits are written the American way, with or without the country code', () => {
    for (const stored of ['4235550142', '14235550142', '+14235550142']) expect(formatPhone(stored), stored).toBe('(423) 555-0142');
  });

  it('anything else is shown as it is stored', () => {
    for (const stored of ['555-0142', '24235550142', '423555014', '42355501421', 'x4235550142', '4235550142x', '+4235550142x'])
      expect(formatPhone(stored)).toBe(stored);
    expect([formatPhone(null), formatPhone(undefined), formatPhone('')]).toEqual(['', '', '']);
  });
});

describe('quantities', () => {
  it('ORD-06 have at most two decimals, and CY if the record names no unit', () => {
    expect(formatQuantity(45.5, 'TN')).toBe('45.5 TN');
    for (const unit of [null, undefined, '']) expect(formatQuantity(1234.567, unit)).toBe('1,234.57 CY');
    expect(formatQuantity(0, 'EA')).toBe('0 EA');
  });

  it('ORD-06 are empty where there is none, without a unit', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect([formatNumber(value), formatQuantity(value, 'CY')]).toEqual(['', '']);
    }
  });

  it('have two decimals on paper, so that columns align', () => {
    expect([1234.5, 7, 0.125].map(formatQuantityOnPaper)).toEqual(['1,234.50', '7.00', '0.13']);
  });
});

describe('amounts', () => {
  it('of dollars in JSON become whole cents', () => {
    expect([0.1 + 0.2, 1.005, 19.99, -4.35].map(centsOf)).toEqual([30, 100, 1999, -435]);
    expect([formatDollars(1234.5), formatDollars(-0.05), formatMoney(0), formatMoney(100)]).toEqual([
      '$1,234.50',
      '-$0.05',
      '$0.00',
      '$1.00',
    ]);
  });

  it('APY-02 are read as people type them', () => {
    expect(['1,234.5', ' $12 ', '0', '0.05', '7.'].map(typedAmount)).toEqual([123_450, 1_200, 0, 5, undefined]);
    expect(['', '-5', '1,23', 'ten'].map(typedAmount)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('round a share half up, to the cent', () => {
    expect([shareOf(1, 500_000), shareOf(1, 499_999), shareOf(0, 82_500), shareOf(199, 82_500)]).toEqual([1, 0, 0, 16]);
  });
});

describe('days', () => {
  it('TBL-12 have the month as a word in other languages, and the same day', () => {
    expect(runInLanguage('es', () => [formatDay('2026-03-04'), formatDate('2026-03-05T03:00:00Z', 'America/Denver')])).toEqual([
      '04 mar 2026',
      '04 mar 2026',
    ]);
    expect(runInLanguage('es', () => formatDay('2026-12-31'))).toBe('31 dic 2026');
  });

  it('are those of the time zone in addresses and files, too', () => {
    expect(dayAt('2026-01-01T03:00:00Z', 'America/Denver')).toBe('2025-12-31');
    expect(dayAt(new Date('2026-07-01T12:00:00Z'), 'UTC')).toBe('2026-07-01');
    expect(timeZoneName('UTC')).toMatch(/UTC|GMT|Coordinated/);
  });
});

describe('resources of the interface', () => {
  it('have a name, or their id if they are unknown', () => {
    expect(resourceName('tickets')).not.toBe('tickets');
    expect(resourceName('unheard-of')).toBe('unheard-of');
  });
});
