import type { ImportMapping } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import type { FieldErrors } from '#server/http/api-error';
import { type FileRow, UnreadableFileError } from './detect-format.ts';
import { type FileField, fieldsOf, listsOf } from './import-fields.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import { type CellRules, readCell } from './read-cell.ts';

/** A record of a file, from one row or from several that have its key. */
export interface FileRecord {
  line: number;
  lastLine: number;
  rowCount: number;
  record: Record<string, unknown>;
  /** Cells that could not be read; the record keeps their text. */
  faults: FieldErrors;
  /** Whether its rows contradict each other, so that it cannot be sent. */
  isContradictory: boolean;
}

export interface RecordRules extends CellRules {
  resource: SupplyResource;
  mapping: ImportMapping;
  /** The version of records without a column for it. */
  updatedAt: string;
  /** Rows up to this line were read in an earlier run. */
  skipToLine: number;
}

interface Column {
  field: FileField;
  index: number;
}

/** More rows than any list may have entries. */
const MAX_ROWS_OF_A_RECORD = 5000;

/** Turns the rows of a file into records. Consecutive rows with the same key and version are one record with several entries. */
export async function* readRecords(rows: AsyncIterable<FileRow>, rules: RecordRules): AsyncGenerator<FileRecord> {
  const lists = listsOf(rules.resource);
  let columns: Column[] | undefined;
  let open: { name: string; rows: FileRow[] } | undefined;
  for await (const row of rows) {
    if (!columns) {
      columns = columnsOf(row.cells, rules);
      continue;
    }
    if (row.line <= rules.skipToLine || row.cells.every((cell) => cell.trim() === '')) continue;
    if (lists.length === 0) {
      yield toRecord(columns, [row], lists, rules);
      continue;
    }
    const name = nameOf(columns, row);
    if (open && (open.name !== name || name === '')) {
      yield toRecord(columns, open.rows, lists, rules);
      open = undefined;
    }
    open ??= { name, rows: [] };
    // A list that is too long is refused by its schema, which needs no further rows for that.
    if (open.rows.length < MAX_ROWS_OF_A_RECORD) open.rows.push(row);
    else open.rows[MAX_ROWS_OF_A_RECORD - 1] = row;
  }
  if (!columns) throw new UnreadableFileError(IMPORT_MESSAGES.noHeader);
  if (open) yield toRecord(columns, open.rows, lists, rules);
}

function columnsOf(header: readonly string[], { resource, mapping }: RecordRules): Column[] {
  const names = header.map((name) => name.trim());
  if (mapping.key === undefined) throw new UnreadableFileError(IMPORT_MESSAGES.noKey);
  return fieldsOf(resource).flatMap((field) => {
    const column = mapping[field.name];
    if (column === undefined) return [];
    const index = names.indexOf(column);
    if (index < 0) throw new UnreadableFileError(IMPORT_MESSAGES.unknownColumn(column));
    if (names.indexOf(column, index + 1) >= 0) throw new UnreadableFileError(IMPORT_MESSAGES.doubleColumn(column));
    return [{ field, index }];
  });
}

/** Returns the key and version of a row. Rows that have the same belong to one record. Empty for a row without a key. */
function nameOf(columns: readonly Column[], { cells }: FileRow): string {
  const cellOf = (name: string) => cells[columns.find(({ field }) => field.name === name)?.index ?? -1]?.trim() ?? '';
  const key = cellOf('key');
  return key && `${key}\n${cellOf('updatedAt')}`;
}

function toRecord(columns: readonly Column[], rows: readonly FileRow[], lists: readonly string[], rules: RecordRules): FileRecord {
  const first = rows[0] as FileRow;
  const last = rows.at(-1) as FileRow;
  const record: Record<string, unknown> = { updatedAt: rules.updatedAt };
  const faults: FieldErrors = {};
  let isContradictory = false;
  const read = (field: FileField, cell: string, path: string): unknown => {
    const result = readCell(field, cell, rules);
    if ('fault' in result) faults[path] = [result.fault];
    return result.value;
  };
  for (const { field, index } of columns) {
    if (field.list) continue;
    const filled = rows.find(({ cells }) => cells[index]?.trim());
    if (!filled) continue;
    const cell = filled.cells[index] as string;
    const other = rows.find(({ cells }) => cells[index]?.trim() && cells[index]?.trim() !== cell.trim());
    if (other) {
      isContradictory = true;
      faults[field.name] = [IMPORT_MESSAGES.rowsDiffer(other.line)];
    } else record[field.name] = read(field, cell, field.name);
  }
  for (const list of lists) {
    const own = columns.filter(({ field }) => field.list === list);
    const entries: unknown[] = [];
    for (const { cells } of rows) {
      const filled = own.filter(({ index }) => cells[index]?.trim());
      if (filled.length === 0) continue;
      const at = `${list}.${entries.length}`;
      const [plainEntry] = filled;
      if (plainEntry && !plainEntry.field.entryField) entries.push(read(plainEntry.field, cells[plainEntry.index] as string, at));
      else {
        entries.push(
          Object.fromEntries(
            filled.map(({ field, index }) => [field.entryField, read(field, cells[index] as string, `${at}.${field.entryField}`)]),
          ),
        );
      }
    }
    record[list] = entries;
  }
  return { line: first.line, lastLine: last.line, rowCount: rows.length, record, faults, isContradictory };
}
