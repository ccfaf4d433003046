import type { ImportFormat, ImportMapping } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { parse } from 'csv-parse/sync';
import { fieldsOf } from './import-fields.ts';

/** A row of a file with the number of its first line. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** The file cannot be read in this format. The message is shown to the user. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

const DELIMITERS: Readonly<Record<ImportFormat['delimiter'], string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };
/** An unclosed quote would make the rest of the file one record. */
const MAX_RECORD_CHARACTERS = 1024 * 1024;
const SAMPLED_LINES = 100;

/** How files of Excel begin: as an archive, or in the older format. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

/** Whether a file is a workbook, which people send in place of a CSV file. */
export const isWorkbook = (bytes: Uint8Array): boolean => WORKBOOKS.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'));

/** Detects the encoding by the byte order mark, or by whether the bytes are valid UTF-8. `isWhole` is false for the beginning of a file. */
export function detectEncoding(bytes: Uint8Array, isWhole: boolean): ImportFormat['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    // A character may be cut at the end of a sample.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Detects the delimiter: the one that cuts the first lines into the most columns, the same number in each. */
export function detectDelimiter(text: string): ImportFormat['delimiter'] {
  let best: { name: ImportFormat['delimiter']; score: number } = { name: 'comma', score: 0 };
  for (const name of Object.keys(DELIMITERS) as ImportFormat['delimiter'][]) {
    const rows = sampleRows(text, name, SAMPLED_LINES);
    const width = rows[0]?.cells.length ?? 1;
    const even = rows.filter(({ cells }) => cells.length === width).length / Math.max(1, rows.length);
    const score = width > 1 ? even * 1000 + width : 0;
    if (score > best.score) best = { name, score };
  }
  return best.name;
}

/** Parses the beginning of a file. A record that is cut at the end, or badly quoted, ends it. */
export function sampleRows(text: string, delimiter: ImportFormat['delimiter'], maxRows = Number.POSITIVE_INFINITY): FileRow[] {
  const rows: FileRow[] = [];
  const lastEnd = text.lastIndexOf('\n');
  const whole = text.length > MAX_RECORD_CHARACTERS / 2 && lastEnd > 0 ? text.slice(0, lastEnd) : text;
  try {
    parse(whole, {
      ...parserOptions(delimiter),
      ...(Number.isFinite(maxRows) ? { to: maxRows } : {}),
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: startOf(cells, lines), cells });
        return null;
      },
    });
  } catch {
    // What was read so far is the sample.
  }
  return rows;
}

/** The options of every parse. Rows of different lengths are allowed: a missing cell is empty. */
export const parserOptions = (delimiter: ImportFormat['delimiter']) => ({
  delimiter: DELIMITERS[delimiter],
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_CHARACTERS,
});

/** The parser reports the last line of a record, because cells may contain line breaks. */
export function startOf(cells: readonly string[], lastLine: number): number {
  let line = lastLine;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) line -= 1;
  return line;
}

/** Values of the mapped columns whose fields have one of the types. */
function* valuesOf(
  resource: SupplyResource,
  mapping: ImportMapping,
  rows: readonly FileRow[],
  types: readonly string[],
): Generator<string> {
  const [head, ...body] = rows;
  const indexes = fieldsOf(resource)
    .filter(({ type, name }) => types.includes(type) && mapping[name] !== undefined)
    .map(({ name }) => head?.cells.indexOf(mapping[name] ?? '') ?? -1);
  for (const { cells } of body) {
    for (const index of indexes) {
      const value = cells[index]?.trim();
      if (value) yield value;
    }
  }
}

const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\b/;

/** Detects the order of day, month and year. Null if the dates allow several. */
export function detectDateOrder(values: Iterable<string>): ImportFormat['dateOrder'] | null {
  const seen = { ymd: false, mdy: false, dmy: false, dots: false, unclear: false };
  for (const value of values) {
    const [, first = '', separator, second = ''] = DATE.exec(value) ?? [];
    if (!separator) continue;
    if (first.length === 4) seen.ymd = true;
    else if (Number(first) > 12) seen.dmy = true;
    else if (Number(second) > 12) seen.mdy = true;
    else if (separator === '.') seen.dots = true;
    else seen.unclear = true;
  }
  if (seen.dmy !== seen.mdy) return seen.dmy ? 'dmy' : 'mdy';
  if (seen.dmy) return null;
  // Dots are used where the day comes first.
  if (seen.dots && !seen.unclear) return 'dmy';
  return seen.unclear ? null : 'ymd';
}

/** Which decimal sign a number has; `unclear` if it allows both, as `1,234` does, undefined if it has none. */
function decimalIn(value: string): ImportFormat['decimal'] | 'unclear' | undefined {
  const number = value.replace(/[^\d.,]/g, '');
  const last = number.search(/[.,](?=\d*$)/);
  if (last < 0) return undefined;
  const [sign, other] = number[last] === '.' ? (['point', 'comma'] as const) : (['comma', 'point'] as const);
  const signs = number.replace(/\d/g, '');
  if (new Set(signs).size === 2) return sign;
  // The same sign twice groups thousands.
  if (signs.length > 1) return other;
  const couldGroup = number.length - last === 4 && last <= 3 && !/^0?[.,]/.test(number);
  return couldGroup ? 'unclear' : sign;
}

/** Detects the decimal sign. Null if the numbers allow both. */
export function detectDecimal(values: Iterable<string>): ImportFormat['decimal'] | null {
  const seen = new Set<ReturnType<typeof decimalIn>>();
  for (const value of values) seen.add(decimalIn(value));
  if (seen.has('point') !== seen.has('comma')) return seen.has('comma') ? 'comma' : 'point';
  return seen.has('unclear') || seen.has('comma') ? null : 'point';
}

/** The format detected from the beginning of a file. */
export interface DetectedFormat {
  format: ImportFormat;
  /** Parts that could not be detected; `format` has a guess for them. */
  unclear: ('dateOrder' | 'decimal')[];
}

/** Detects how dates and numbers are written, given the columns. */
export function detectValues(
  resource: SupplyResource,
  mapping: ImportMapping,
  rows: readonly FileRow[],
  given: Partial<ImportFormat> & Pick<ImportFormat, 'encoding' | 'delimiter'>,
): DetectedFormat {
  const dateOrder = given.dateOrder ?? detectDateOrder(valuesOf(resource, mapping, rows, ['day', 'moment']));
  const decimal = given.decimal ?? detectDecimal(valuesOf(resource, mapping, rows, ['number']));
  const { encoding, delimiter } = given;
  return {
    format: { encoding, delimiter, dateOrder: dateOrder ?? 'mdy', decimal: decimal ?? 'point' },
    unclear: [...(dateOrder ? [] : ['dateOrder' as const]), ...(decimal ? [] : ['decimal' as const])],
  };
}
