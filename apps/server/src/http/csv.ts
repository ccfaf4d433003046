/** Spreadsheets run text that starts with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** Without a byte order mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Quotes a cell if needed, and keeps spreadsheets from running its text as a formula. */
function toCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a line of a CSV file. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Returns the first line of a CSV file that people open in a spreadsheet. */
export function csvHeading(cells: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(cells);
}
