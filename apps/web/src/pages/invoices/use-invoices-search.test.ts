import { describe, expect, it } from 'vitest';
import { standardDaysOf, tabOf } from './use-invoices-search.ts';

describe('the invoices’ tab', () => {
  it('INV-04 is Unpaid at first for those who may see the status, otherwise All', () => {
    expect(tabOf('', true)).toBe('Unpaid');
    expect(tabOf('', false)).toBe('All');
    expect(tabOf('Paid', false)).toBe('All');
    expect(tabOf('Paid', true)).toBe('Paid');
  });

  it('INV-05 begins with this year until today on All, Paid and Pending, and without a range on Unpaid', () => {
    for (const tab of ['All', 'Paid', 'Pending'] as const) {
      expect(standardDaysOf(tab, true)?.('2026-11-15')).toEqual({ from: '2026-01-01', to: '2026-11-15' });
    }
    expect(standardDaysOf('', true)).toBeUndefined();
    expect(standardDaysOf('', false)).toBeUndefined();
  });
});
