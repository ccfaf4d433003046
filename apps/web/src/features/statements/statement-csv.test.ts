import { expect, it } from 'vitest';
import { statementCsv } from './statement-csv.ts';

it('STM-09 exports the documents of a statement, with amounts as numbers and text that no spreadsheet runs', () => {
  const on = { documentDate: '2026-10-31' };
  const csv = statementCsv([
    {
      ...on,
      documentNumber: '1001098',
      documentCode: 'IN',
      description: 'Order 101148, "North" parcel',
      amount: 41_450.85,
      balance: 41_450.85,
    },
    { ...on, documentNumber: 'CHK 77', documentCode: 'PY', description: '=1+1', amount: -100, balance: 0 },
  ]);
  const [header = '', ...lines] = csv.slice(1).split('\r\n');
  expect(header).toBe('Document,Code,Description,Date,Amount (USD),Balance (USD)');
  expect(lines).toEqual([
    '1001098,IN,"Order 101148, ""North"" parcel",10/31/2026,41450.85,41450.85',
    "CHK 77,PY,'=1+1,10/31/2026,-100,0",
    '',
  ]);
});
