import type { StatementLine } from '@yardage/contract/statements';
import { describe, expect, it } from 'vitest';
import { findLines } from './statements.api.ts';

const INVOICE: StatementLine = {
  documentNumber: '1000321',
  documentCode: 'IN',
  description: 'Order 4711, Tyner High School',
  documentDate: '2026-10-05',
  amount: 12_345.5,
  balance: 0,
};
const PAYMENT: StatementLine = { ...INVOICE, documentNumber: 'CK778', documentCode: 'PY', description: 'Check payment', amount: -500 };

describe('a search in a statement', () => {
  it('STM-09 finds by number, code, text, date and amount as they are shown, all words in any place', () => {
    const lines = [INVOICE, PAYMENT];
    for (const search of ['1000321', 'tyner', 'TYNER order', '12,345.50', 'invoice', '4711 in'])
      expect(findLines(lines, search)).toEqual([INVOICE]);
    for (const search of ['py', 'check', '-500.00']) expect(findLines(lines, search)).toEqual([PAYMENT]);
    for (const search of ['$12,345.50', '12345.50', '12345', 'Order 4711, Tyner'])
      expect(findLines(lines, search), search).toEqual([INVOICE]);
    expect(findLines(lines, '$500.00')).toEqual([PAYMENT]);
    expect(findLines(lines, '10/05/2026')).toEqual(lines);
    expect(findLines(lines, '  ')).toEqual(lines);
    expect(findLines(lines, 'tyner check')).toEqual([]);
  });
});
