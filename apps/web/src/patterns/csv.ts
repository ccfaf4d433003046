/** What a field of an export can hold. */
export type CsvValue = string | number | null | undefined;

/** A field of an export: its heading and where its values come from. */
export interface CsvField<Row> {
  header: string;
  value(row: Row): CsvValue;
}

/** Spreadsheets take text that begins like this for a formula, and run it. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;
const LINE_END = '\r\n';
/** Without it Excel reads UTF-8 as its own code page. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Rows as CSV by RFC 4180, for spreadsheets: text that begins like a formula is defused, numbers stay numbers. */
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

/** Hands a CSV text to the browser as a download. */
export function downloadCsv(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has begun by the time the browser comes back here; without this the text stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
