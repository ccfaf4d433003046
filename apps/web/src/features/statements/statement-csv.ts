import type { StatementLine } from '@yardage/contract/statements';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { type CsvField, toCsv } from '#web/patterns/csv.ts';
import { STATEMENT_LINE_FIELDS as FIELDS } from './statements.messages.ts';

const fields = (): CsvField<StatementLine>[] => [
  { header: FIELDS.documentNumber, value: ({ documentNumber }) => documentNumber },
  { header: FIELDS.documentCode, value: ({ documentCode }) => documentCode },
  { header: FIELDS.description, value: ({ description }) => description },
  { header: FIELDS.documentDate, value: ({ documentDate }) => formatDay(documentDate) },
  { header: FIELDS.amount, value: ({ amount }) => amount },
  { header: FIELDS.balance, value: ({ balance }) => balance },
];

/** Returns the documents of a statement as CSV. Their balances add up to the balance due. */
export function statementCsv(lines: readonly StatementLine[]): string {
  return toCsv(fields(), lines);
}
