import type { RemittanceLine } from './remittances.queries.ts';

/** The columns of the file, in their order. */
const REMITTANCE_COLUMNS = [
  'kind',
  'data_source',
  'customer_number',
  'invoice_number',
  'amount',
  'discount',
  'method',
  'processor_id',
  'cart_id',
  'at',
] as const;

/** The data source in the line with the sums over all. */
const ALL_DATA_SOURCES = 'ALL';

/** Returns the file: a heading, a line for each invoice, and control totals for each data source and over all. */
export function remittanceFile(lines: readonly RemittanceLine[]): string {
  const codes = [...new Set(lines.map(({ dataSource }) => dataSource))];
  const totals = codes.map((code) =>
    totalOf(
      code,
      lines.filter(({ dataSource }) => dataSource === code),
    ),
  );
  const rows = [[...REMITTANCE_COLUMNS], ...lines.map(rowOf), ...totals, totalOf(ALL_DATA_SOURCES, lines)];
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function rowOf(line: RemittanceLine): string[] {
  const { kind, dataSource, customerNumber, invoiceNumber, amountCents, discountCents, method, processorId, cartId, at } = line;
  return [
    kind,
    dataSource,
    customerNumber,
    invoiceNumber,
    dollarsOf(amountCents),
    dollarsOf(discountCents),
    method,
    processorId ?? '',
    cartId,
    at,
  ];
}

/** A total has the number of its lines in place of an invoice. */
function totalOf(dataSource: string, lines: readonly RemittanceLine[]): string[] {
  // A credit moves no cash.
  const cash = lines.filter(({ kind }) => kind !== 'credit');
  const sum = (cents: (line: RemittanceLine) => number) => dollarsOf(cash.reduce((total, line) => total + cents(line), 0));
  return [
    'total',
    dataSource,
    '',
    String(lines.length),
    sum(({ amountCents }) => amountCents),
    sum(({ discountCents }) => discountCents),
    '',
    '',
    '',
    '',
  ];
}

/** Writes cents as dollars without going through a fraction. */
function dollarsOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Not `csvLine`, which writes an apostrophe before texts that begin like a formula: an accounting system reads negative amounts here. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
