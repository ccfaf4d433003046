import { runInLanguage } from '@yardage/messages/language';
import { describe, expect, it } from 'vitest';
import { detectDateOrder, detectDecimal, detectDelimiter, detectEncoding, type FileRow } from './detect-format.ts';
import { fieldsOf, missingFields, proposeMapping, templateOf } from './import-fields.ts';
import { previewFile } from './preview-file.ts';
import { momentAt, readCell, readCellNumber, readDay } from './read-cell.ts';
import { readRecords } from './read-records.ts';
import { readRows } from './read-rows.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBigEndian: boolean) => {
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? Buffer.from(little).swap16() : little;
};
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
async function* piecesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('FED-10 the format of a file', () => {
  it('detects the encoding by its mark, or by whether the bytes are UTF-8', () => {
    expect(detectEncoding(bytesOf('key,name\n1,Grün'), true)).toBe('utf-8');
    expect(detectEncoding(bytesOf('\ufeffkey,name'), true)).toBe('utf-8');
    expect(detectEncoding(utf16('key', false), true)).toBe('utf-16le');
    expect(detectEncoding(utf16('key', true), true)).toBe('utf-16be');
    expect(detectEncoding(Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]), true)).toBe('windows-1252');
    // A sample may end within a character.
    expect(detectEncoding(bytesOf('Grün').subarray(0, 3), false)).toBe('utf-8');
  });

  it.each([
    ['comma', 'a,b,c\n1,2,3\n'],
    ['semicolon', 'a;b;c\n1,5;2,5;3\n2,5;3,5;4\n'],
    ['tab', 'a\tb\n1,2\t3\n'],
    ['pipe', 'a|b|c\n1|"x|y, z"|3\n'],
    ['comma', 'key\n1\n2\n'],
  ])('detects the delimiter %s of %j', (delimiter, text) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it.each([
    [['2026-01-15', '2026-02-03'], 'ymd'],
    [['1/2/2026', '1/15/2026 7:30 AM'], 'mdy'],
    [['1/2/2026', '15/1/2026'], 'dmy'],
    [['03.02.2026'], 'dmy'],
    [['1/2/2026', '03/04/2026'], null],
    [['15/1/2026', '1/15/2026'], null],
    [['', 'nothing'], 'ymd'],
  ])('detects the order of the dates %j as %s', (values, order) => {
    expect(detectDateOrder(values)).toBe(order);
  });

  it.each([
    [['10', '12.5'], 'point'],
    [['1,234.50'], 'point'],
    [['1.234,50', '7'], 'comma'],
    [['12,5'], 'comma'],
    [['1.234.567'], 'comma'],
    [['1,234'], null],
    [['1,234', '0.5'], 'point'],
    [['35.0852'], 'point'],
    [['$1,200.00'], 'point'],
    [['7'], 'point'],
  ])('detects the decimal sign of %j as %s', (values, sign) => {
    expect(detectDecimal(values)).toBe(sign);
  });
});

describe('FED-10 the mapping of columns', () => {
  it('finds fields by name, without case and punctuation, and by the names that others use', () => {
    const columns = [
      'ID',
      'last_updated',
      'Customer #',
      'Order No.',
      'Plant',
      'Truck',
      'Ticket Number',
      'Ticket Time',
      'Load #',
      'Qty',
      'TAX',
      'Mix',
      'Price',
    ];
    expect(proposeMapping('tickets', columns)).toEqual({
      key: 'ID',
      updatedAt: 'last_updated',
      customerKey: 'Customer #',
      orderKey: 'Order No.',
      plantKey: 'Plant',
      truckKey: 'Truck',
      number: 'Ticket Number',
      ticketedAt: 'Ticket Time',
      loadNumber: 'Load #',
      quantity: 'Qty',
      tax: 'TAX',
      'lines.productKey': 'Mix',
      'lines.unitPrice': 'Price',
    });
  });

  it('uses a number that is never reused as the key, but not the number of an order', () => {
    expect(proposeMapping('invoices', ['Invoice #']).key).toBe('Invoice #');
    expect(proposeMapping('orders', ['Order #']).key).toBeUndefined();
  });

  it('finds what accounting systems call codes, items, credit memos and amounts of lines', () => {
    expect(proposeMapping('data-sources', ['Code', 'TZ'])).toEqual({ key: 'Code', timeZone: 'TZ' });
    expect(proposeMapping('products', ['Item', 'UOM'])).toMatchObject({ key: 'Item', number: 'Item' });
    expect(proposeMapping('credits', ['Credit Memo #'])).toMatchObject({ key: 'Credit Memo #', number: 'Credit Memo #' });
    expect(proposeMapping('tickets', ['Qty', 'Date/Time', 'Item', 'Line Qty', 'Price', 'Ext'])).toEqual({
      quantity: 'Qty',
      ticketedAt: 'Date/Time',
      'lines.productKey': 'Item',
      'lines.quantity': 'Line Qty',
      'lines.unitPrice': 'Price',
      'lines.amount': 'Ext',
    });
  });

  it('proposes the column that was chosen for the key for other fields, too', () => {
    expect(proposeMapping('orders', ['Order #'], { key: 'Order #' })).toEqual({ key: 'Order #', number: 'Order #' });
  });

  it('prefers the last choice, as far as the file still has those columns', () => {
    expect(proposeMapping('plants', ['A', 'name'], { name: 'A', city: 'gone' })).toMatchObject({ name: 'A' });
    expect(proposeMapping('plants', ['A', 'name'], { name: 'A', city: 'gone' }).city).toBeUndefined();
  });

  it('makes templates that map to all fields of their resource', () => {
    const [head = ''] = templateOf('tickets').split('\r\n');
    expect(Object.keys(proposeMapping('tickets', head.split(',')))).toEqual(fieldsOf('tickets').map(({ name }) => name));
    expect(missingFields('tickets', proposeMapping('tickets', head.split(',')))).toEqual([]);
  });

  it('previews a file: format, columns, mapping, what is missing, first rows', () => {
    const text = 'No;Name;Lat;Long\r\n11;Grün;35,08;-85,26\r\n12;"A; B";35,1;-85,3\r\n';
    const preview = previewFile('plants', { bytes: bytesOf(text), isWhole: true }, {});
    expect(preview).toMatchObject({
      format: { encoding: 'utf-8', delimiter: 'semicolon', decimal: 'comma' },
      unclear: [],
      columns: ['No', 'Name', 'Lat', 'Long'],
      mapping: { key: 'No', number: 'No', name: 'Name', latitude: 'Lat', longitude: 'Long' },
      missing: ['addressLine1', 'city', 'state', 'zip'],
      rows: [
        { line: 2, cells: ['11', 'Grün', '35,08', '-85,26'] },
        { line: 3, cells: ['12', 'A; B', '35,1', '-85,3'] },
      ],
    });
  });
});

describe('FED-10 the values of cells', () => {
  it.each([
    ['1,234.56', 'point', 1234.56],
    ['1.234,56', 'comma', 1234.56],
    ['$ 12.50', 'point', 12.5],
    ['(3.5)', 'point', -3.5],
    ['7-', 'point', -7],
    ['.5', 'point', 0.5],
    ['1,23', 'point', undefined],
    ['ten', 'point', undefined],
    ['', 'point', undefined],
  ] as const)('reads the number %j with a decimal %s as %s', (text, sign, value) => {
    expect(readCellNumber(text, sign)).toBe(value);
  });

  it.each([
    ['1/5/2026', 'mdy', '2026-01-05'],
    ['1/5/26', 'dmy', '2026-05-01'],
    ['5.1.2026', 'dmy', '2026-01-05'],
    ['2026/1/5', 'mdy', '2026-01-05'],
    ['20260105', 'ymd', '2026-01-05'],
    ['2/30/2026', 'mdy', undefined],
    ['soon', 'mdy', undefined],
  ] as const)('reads the day %j in the order %s as %s', (text, order, day) => {
    expect(readDay(text, order)).toBe(day);
  });

  const rules = { dateOrder: 'mdy', decimal: 'point', timeZone: 'America/New_York' } as const;
  const fieldOf = (name: string) => fieldsOf('tickets').find((field) => field.name === name) as ReturnType<typeof fieldsOf>[number];

  it('reads times of the data source, on both sides of a change of the clocks', () => {
    const read = (text: string) => readCell(fieldOf('ticketedAt'), text, rules);
    expect(read('1/6/2026 7:30 AM')).toEqual({ value: '2026-01-06T12:30:00Z' });
    expect(read('7/6/2026 19:05:09')).toEqual({ value: '2026-07-06T23:05:09Z' });
    expect(read('2026-01-06T07:30:00-0500')).toEqual({ value: '2026-01-06T07:30:00-05:00' });
    expect(read('2026-01-06T07:30:00.000Z')).toEqual({ value: '2026-01-06T07:30:00Z' });
    expect(read('2026-01-06T07:30:00.1234567Z')).toEqual({ value: '2026-01-06T07:30:00.123Z' });
    expect(read('7/6/2026 7:05:09,9 PM')).toEqual({ value: '2026-07-06T23:05:09.900Z' });
    expect(read('1/6/2026')).toEqual({ value: '2026-01-06T05:00:00Z' });
    expect(read('3/8/2026 2:30')).toMatchObject({ fault: expect.stringContaining('clocks go forward') });
    expect(read('13/40/2026 7:00')).toMatchObject({ value: '13/40/2026 7:00', fault: expect.any(String) });
    expect(momentAt('2026-11-01T01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00Z');
  });

  it('reads times of the data source in whatever language', () => {
    const read = () => momentAt('2026-07-09T07:30:00', 'America/Anchorage');
    expect(runInLanguage('es', read)).toBe('2026-07-09T15:30:00Z');
    expect(read()).toBe('2026-07-09T15:30:00Z');
  });

  it('reads yes and no, and choices in whatever spelling', () => {
    expect(readCell(fieldOf('isCancelled'), 'Y', rules)).toEqual({ value: true });
    expect(readCell(fieldOf('isCancelled'), 'maybe', rules)).toMatchObject({ fault: "'maybe' is neither yes nor no." });
    expect(readCell(fieldOf('status'), 'On Job', rules)).toEqual({ value: 'on-job' });
    expect(readCell(fieldOf('status'), 'lost', rules)).toMatchObject({ fault: expect.stringContaining('none of ticketed') });
  });
});

describe('FED-10 the rows of a file', () => {
  const format = { encoding: 'utf-8', delimiter: 'comma' } as const;
  const rowsOf = (text: string, length = 3) => readRows(piecesOf(bytesOf(text), length), format);

  it.each(['utf-16le', 'utf-16be', 'utf-8', 'windows-1252'] as const)('reads %s in pieces of any size', async (encoding) => {
    const text = 'key,name\r\n1,"Grün, A"\r\n';
    const bytes =
      encoding === 'utf-8'
        ? bytesOf(`\ufeff${text}`)
        : encoding === 'windows-1252'
          ? Buffer.from(text, 'latin1')
          : utf16(text, encoding === 'utf-16be');
    for (const length of [1, 3, 1000]) {
      const rows = await collect(readRows(piecesOf(bytes, length), { encoding, delimiter: 'comma' }));
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['key', 'name'],
        ['1', 'Grün, A'],
      ]);
    }
  });

  it('reports the first line of each row, also after cells with several lines', async () => {
    const rows = await collect(rowsOf('a,b\n1,"x\ny"\n\n2,z\n'));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('refuses bytes that are not text, and a quote that never ends', async () => {
    const broken = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xfc, 0x6c])]);
    await expect(collect(readRows(piecesOf(broken, 4), format))).rejects.toThrow('not utf-8 throughout');
    await expect(collect(rowsOf(`a,b\n1,"${'x'.repeat(1_100_000)}`, 65_536))).rejects.toThrow('does not end');
  });

  const rules = { dateOrder: 'ymd', decimal: 'point', timeZone: 'UTC', updatedAt: '2026-01-05T12:00:00Z', skipToLine: 0 } as const;
  const recordsOf = (resource: 'tickets' | 'invoices' | 'plants', text: string, skipToLine = 0) => {
    const head = text.slice(0, text.indexOf('\n')).split(',');
    return collect(
      readRecords(rowsOf(text, 100) as AsyncIterable<FileRow>, { ...rules, resource, mapping: proposeMapping(resource, head), skipToLine }),
    );
  };

  it('makes one record of consecutive rows with its key, with an entry of each list per row', async () => {
    const text = ['key,number,lines.productKey,lines.quantity', 'K1,110001,MIX,10', 'K1,,FUEL,1', 'K2,110002,,', ''].join('\n');
    expect(await recordsOf('tickets', text)).toMatchObject([
      {
        line: 2,
        lastLine: 3,
        rowCount: 2,
        record: {
          key: 'K1',
          updatedAt: '2026-01-05T12:00:00Z',
          number: '110001',
          lines: [
            { productKey: 'MIX', quantity: 10 },
            { productKey: 'FUEL', quantity: 1 },
          ],
        },
      },
      { line: 4, record: { key: 'K2', lines: [] } },
    ]);
    expect(await recordsOf('invoices', 'key,ticketKeys\nI1,T1\nI1,T2\n')).toMatchObject([
      { record: { key: 'I1', ticketKeys: ['T1', 'T2'] } },
    ]);
  });

  it('marks rows of one record that contradict each other, and cells that cannot be read', async () => {
    expect(await recordsOf('tickets', 'key,number\nK1,1\nK1,2\n')).toMatchObject([
      { isContradictory: true, faults: { number: ['Line 3 has another value for the same record.'] } },
    ]);
    expect(await recordsOf('plants', 'key,latitude\nP1,north\n')).toMatchObject([
      { isContradictory: false, record: { latitude: 'north' }, faults: { latitude: ["'north' is not a number."] } },
    ]);
  });

  it('continues after a line', async () => {
    expect((await recordsOf('plants', 'key\nP1\nP2\nP3\n', 3)).map(({ record }) => record.key)).toEqual(['P3']);
  });
});
