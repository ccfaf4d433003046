import { describe, expect, it } from 'vitest';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { linesTotal } from './components/credit-drawer.tsx';

describe('the lines of a credit memo', () => {
  it('APY-01 end with their own sum, and not with the total that includes the tax', () => {
    const lines = [{ amount: 60 }, { amount: 40 }];
    const credit = { salesAmount: 100, taxAmount: 9.25, totalAmount: 109.25, lines };
    expect(linesTotal(credit)).toEqual({ label: 'Sales', value: formatCurrency(lines.reduce((sum, { amount }) => sum + amount, 0)) });
  });
});
