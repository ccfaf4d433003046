import { saveFile } from './pdf-viewer/save-file.ts';

/** A value of an export field. */
export type CsvValue = string | number | null | undefined;

/** A field of an export: its heading and how to get its value from a row. */
export interface CsvField<Row> {
  header: string;
  value(row: Row): CsvValue;
}

/** Spreadsheets run text that starts with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;
const LINE_END = '\r\n';
/** Without a byte order mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Returns rows as CSV (RFC 4180) for spreadsheets. Text that starts like a formula is escaped; numbers stay numbers. */
export function toCsv<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [fields.map(({ header }) => csvText(header)), ...rows.map((row) => fields.map(({ value }) => csvText(value(row))))];
  return BYTE_ORDER_MARK + lines.map((line) => line.join(',') + LINE_END).join('');
}

function csvText(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Starts a browser download of a CSV text. */
export function downloadCsv(fileName: string, text: string): void {
  saveFile(text, fileName, 'text/csv;charset=utf-8');
}
