import type { ImportFormat, ImportMapping, ImportPreview } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import {
  detectDelimiter,
  detectEncoding,
  detectValues,
  type FileRow,
  isWorkbook,
  sampleRows,
  UnreadableFileError,
} from './detect-format.ts';
import { fieldsOf, missingFields, proposeMapping } from './import-fields.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import { withoutNul } from './read-rows.ts';

/** How much of a file is looked at. */
export const SAMPLE_BYTES = 1024 * 1024;
const SHOWN_ROWS = 10;

/** The beginning of a file. */
export interface Sample {
  bytes: Uint8Array;
  isWhole: boolean;
}

/** Detects how a file is written, proposes a mapping and shows its first rows. */
export function previewFile(
  resource: SupplyResource,
  { bytes, isWhole }: Sample,
  { format: given = {}, remembered, mapping: fixed = {}, changes = {} }: PreviewRules,
): ImportPreview {
  if (isWorkbook(bytes)) throw new UnreadableFileError(IMPORT_MESSAGES.workbook);
  const encoding = given.encoding ?? detectEncoding(bytes, isWhole);
  const text = withoutNul(new TextDecoder(encoding).decode(bytes, { stream: !isWhole }));
  const delimiter = given.delimiter ?? detectDelimiter(text);
  const rows = sampleRows(text, delimiter);
  const columns = columnNames(rows);
  const wanted = { ...proposeMapping(resource, columns, { ...remembered, ...fixed }), ...fixed, ...changes };
  const mapping = Object.fromEntries(Object.entries(wanted).filter(([, column]) => column !== ''));
  const trimmed = rows.length > 0 ? [{ line: 1, cells: columns }, ...rows.slice(1)] : [];
  return {
    ...detectValues(resource, mapping, trimmed, { ...given, encoding, delimiter }),
    columns: columns.filter(Boolean),
    fields: fieldsOf(resource).map(({ name, type, isRequired, description, choices }) => ({
      name,
      type,
      isRequired,
      description,
      choices,
    })),
    mapping,
    missing: missingFields(resource, mapping),
    rows: rows.slice(1, SHOWN_ROWS + 1).map(({ line, cells }) => ({ line, cells: cellsOf(columns, cells) })),
  };
}

interface PreviewRules {
  format?: Partial<ImportFormat> | undefined;
  /** The mapping of last time. */
  remembered?: ImportMapping | undefined;
  /** What the user has decided. A column that is in it is not proposed for another field. */
  mapping?: ImportMapping | undefined;
  /** What the user has changed in a form. The other fields keep their columns; an empty text takes a column away. */
  changes?: ImportMapping | undefined;
}

const columnNames = (rows: readonly FileRow[]): string[] => rows[0]?.cells.map((name) => name.trim()) ?? [];

/** The cells of the named columns, in their order. */
const cellsOf = (columns: readonly string[], cells: readonly string[]): string[] =>
  columns.flatMap((name, index) => (name ? [cells[index] ?? ''] : []));
