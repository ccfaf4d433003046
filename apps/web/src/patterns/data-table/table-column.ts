import type { ReactNode } from 'react';
import type { CsvField, CsvValue } from '../csv.ts';

/** Limits of a column's width (TBL-02). */
export const MIN_COLUMN_SIZE = 60;
export const MAX_COLUMN_SIZE = 500;

/**
 * Where a column is shown on a phone's card. Columns without a place are left out; the first column is the title. A status is beside the
 * title, facts are lines below it, an aside is at the end of the line of the fact with the same index, and a body is the last row, for a
 * control or a drawing.
 */
export type CardPlace = 'status' | 'fact' | 'aside' | 'body';

/** A column as a page declares it. The first column opens the record. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The server's sort key. Without it the column cannot be sorted. */
  sortKey?: string;
  /** Whether the first click on the heading sorts in descending order, as for dates and amounts. */
  isDescFirst?: boolean;
  /** The cell's plain text. Also the exported value unless `csv` is set. */
  value(row: Row): CsvValue;
  /** What the cell shows, if that is more than its text. */
  cell?(row: Row): ReactNode;
  /** The export fields of the column. An empty list leaves it out. */
  csv?: readonly CsvField<Row>[];
  /** Default width in pixels. */
  size: number;
  /** Minimum width before columns are hidden. The default is `size`. */
  minSize?: number;
  /**
   * Importance of the column; 1 is the highest. In a narrow table the column with the greatest number is hidden first, and one without a
   * number is never hidden. The row's panel must show what a hidden column shows.
   */
  priority?: number;
  /** The column holds a control, such as 'Pay'. It stays in view beside the row's actions and is not printed. */
  isControl?: boolean;
  /** Whether the column takes a share of the remaining width. */
  canGrow?: boolean;
  align?: 'start' | 'end';
  /** Below this width the text wraps to a second line, and the rows are taller. */
  wrapBelowPx?: number;
  /** Listed in the column menu, but hidden by default. */
  isHiddenAtFirst?: boolean;
  card?: CardPlace;
  /** What a phone's card shows, if it differs from the cell. Null or '' leaves the line out. */
  cardCell?(row: Row): ReactNode;
}

/** Returns what a cell shows. */
export function cellContent<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.value(row);
}

/** Returns what a phone's card shows for a column. */
export function cardContent<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  return column.cardCell ? column.cardCell(row) : cellContent(column, row);
}

/** Returns the export fields of the columns. */
export function csvFields<Row>(columns: readonly TableColumn<Row>[]): CsvField<Row>[] {
  return columns.flatMap((column) => column.csv ?? [{ header: column.header, value: (row: Row) => column.value(row) }]);
}
