import type { CreditRow } from '@yardage/contract/credits';
import { describe, expect, it } from 'vitest';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { creditColumns } from './components/credit-columns.tsx';
import { creditFacts, howToUse, linesTotal } from './components/credit-drawer.tsx';

describe('the lines of a credit memo', () => {
  it('APY-01 end with their own sum, and not with the total that includes the tax', () => {
    const lines = [{ amount: 60 }, { amount: 40 }];
    const credit = { salesAmount: 100, taxAmount: 9.25, totalAmount: 109.25, lines };
    expect(linesTotal(credit)).toEqual({ label: 'Sales', value: formatCurrency(lines.reduce((sum, { amount }) => sum + amount, 0)) });
  });
});

describe('what is left of a credit', () => {
  const credit = (pendingAmount: number, promisedAmount: number | undefined, openAmount = 1_000) =>
    ({ totalAmount: 1_000, appliedAmount: 1_000 - openAmount, pendingAmount, promisedAmount, openAmount }) as Parameters<
      typeof howToUse
    >[0];
  const usable = (of: ReturnType<typeof credit>) => creditFacts(of).find(({ label }) => label === 'Usable now')?.value;

  it('APY-01 can be used beside what is promised to planned payments, and the panel says how much that is', () => {
    const hint = 'Open credits can be used at checkout, for any invoice.';
    expect(howToUse(credit(0, 50))).toBe(`$50.00 is promised to planned payments. ${hint}`);
    expect(howToUse(credit(0, 1_000))).toBe('$1,000.00 is promised to planned payments.');
    expect([howToUse(credit(0, 0)), howToUse(credit(0, undefined)), howToUse(credit(0, 0, 0))]).toEqual([hint, hint, '']);
    const onCard = creditColumns().find(({ id }) => id === 'promisedAmount')?.cardCell;
    expect([50, 0].map((promisedAmount) => onCard?.({ promisedAmount } as CreditRow))).toEqual([
      '$50.00 is promised to planned payments.',
      '',
    ]);
    expect([usable(credit(0, 50)), usable(credit(100, 50)), usable(credit(0, 0))]).toEqual(['$950.00', '$850.00', undefined]);
  });
});
