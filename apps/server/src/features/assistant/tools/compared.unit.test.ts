import { formatQuantity } from '@yardage/domain/quantities';
import { describe, expect, it } from 'vitest';
import { compared } from './compared.ts';

const side = (amount: number, about: string) => ({ about, amount, text: formatQuantity(amount, 'TN'), count: '2 loads' });
const said = (one: number, other: number) =>
  compared([side(one, ' yesterday'), side(other, ' today')], (amount) => formatQuantity(amount, 'TN'), {
    kind: 'list',
    label: 'Tickets',
    href: '/tickets',
  }).text;

describe('two sums side by side', () => {
  it('AST-04 are the same if they look the same, whatever their binary fractions', () => {
    expect(8.1 + 9.2).not.toBe(17.3);
    expect(said(8.1 + 9.2, 17.3)).toBe('17.3 TN yesterday; 17.3 TN today. That is the same.');
  });

  it('AST-04 say which is more', () => {
    expect(said(17.31, 17.3)).toContain('That is 0.01 TN more.');
    expect(said(10, 17.25)).toContain('That is 7.25 TN less.');
  });
});
