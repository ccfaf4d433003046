import { describe, expect, it } from 'vitest';
import { type CsvField, toCsv } from './csv.ts';

interface Row {
  name: string | null;
  amount: number;
}
const fields: CsvField<Row>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'Amount, USD', value: ({ amount }) => amount },
];
const linesOf = (rows: Row[]) => toCsv(fields, rows).replace('\uFEFF', '').split('\r\n');

describe('CSV', () => {
  it('begins with a byte order mark and ends every line with CRLF', () => {
    expect(toCsv(fields, [])).toBe('\uFEFFName,"Amount, USD"\r\n');
  });

  it('quotes values if needed, and doubles quotes (RFC 4180)', () => {
    expect(linesOf([{ name: 'Slab "B",\nnorth', amount: 1 }]).join('|')).toContain('"Slab ""B"",\nnorth",1');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('escapes %j, which a spreadsheet would execute', (name) => {
    expect(
      linesOf([{ name, amount: 1 }])
        .slice(1)
        .join('\r\n')
        .replaceAll('"', ''),
    ).toMatch(/^'/);
  });

  it('keeps numbers as numbers, also negative ones, and leaves missing values empty', () => {
    expect(linesOf([{ name: null, amount: -12.5 }])[1]).toBe(',-12.5');
    expect(linesOf([{ name: 'x', amount: Number.NaN }])[1]).toBe('x,');
  });
});
