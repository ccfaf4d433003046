import { describe, expect, it } from 'vitest';
import { standardDaysOf, statusWith, tabOf } from './use-invoices-search.ts';

describe('the invoices’ tab', () => {
  it('INV-04 is Unpaid by default with the status permission, otherwise All', () => {
    expect(tabOf('', true)).toBe('Unpaid');
    expect(tabOf('', false)).toBe('All');
    expect(tabOf('Paid', false)).toBe('All');
    expect(tabOf('Paid', true)).toBe('Paid');
  });

  it('INV-05 starts with this year until today on All, Paid and Pending, and without a range on Unpaid', () => {
    for (const tab of ['All', 'Paid', 'Pending'] as const) {
      expect(standardDaysOf(tab, true)?.('2026-11-15')).toEqual({ from: '2026-01-01', to: '2026-11-15' });
    }
    expect(standardDaysOf('', true)).toBeUndefined();
    expect(standardDaysOf('', false)).toBeUndefined();
    expect(standardDaysOf('All', true, 'open')).toBeUndefined();
    expect(standardDaysOf('All', true, 'overdue')).toBeUndefined();
  });

  it('INV-01 is All for open invoices, which include pending ones, and for overdue ones unless another tab can have some', () => {
    expect(statusWith('open', '')).toBe('All');
    expect(statusWith('overdue', 'Paid')).toBe('All');
    expect(statusWith('overdue', '')).toBe('');
    expect(statusWith('', 'Pending')).toBe('Pending');
  });
});
