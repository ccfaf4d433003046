import type { ReactNode } from 'react';
import type { CsvField, CsvValue } from '../csv.ts';

/** How narrow and how wide a column can be made (TBL-02). */
export const MIN_COLUMN_SIZE = 60;
export const MAX_COLUMN_SIZE = 500;

/**
 * Where a column stands on a phone's card, whose title is the first; left out there without one. A status stands beside the title, facts are
 * lines below it, an aside ends the line of the fact of the same rank, and a body is the last row: what can be pressed, or a drawing.
 */
export type CardPlace = 'status' | 'fact' | 'aside' | 'body';

/** A column as a page declares it; the first opens the record. */
export interface TableColumn<Row> {
  id: string;
  header: string;
  /** The key by which the server sorts; not sortable without one. */
  sortKey?: string;
  /** Whether the first click on the header sorts the greatest first, as for dates and amounts. */
  isDescFirst?: boolean;
  /** The cell's plain text; also what an export holds where `csv` says nothing else. */
  value(row: Row): CsvValue;
  /** What the cell shows, where that is more than its text. */
  cell?(row: Row): ReactNode;
  /** The fields an export holds for it; none with an empty list. */
  csv?: readonly CsvField<Row>[];
  /** Width in pixels before anybody changes it. */
  size: number;
  /** How narrow the column becomes in a narrow table before another gives way; `size` without it. */
  leastSize?: number;
  /**
   * How important the column is, 1 the most. Where the table is too narrow the column with the greatest number gives way first; one without a
   * number always stays. What gives way must also stand in the row's panel.
   */
  priority?: number;
  /** The column holds a control, such as 'Pay': it stays in view beside the row's actions and is not printed. */
  isControl?: boolean;
  /** Takes its part of the room that is left over. */
  canGrow?: boolean;
  align?: 'start' | 'end';
  /** While the column is narrower than this its text goes on on a second line before it is cut; the rows are higher then. */
  wrapBelowPx?: number;
  /** Offered in the column menu, but not shown until chosen there. */
  isHiddenAtFirst?: boolean;
  card?: CardPlace;
  /** What a phone's card shows, where that is not what the cell does; no line with nothing. */
  cardCell?(row: Row): ReactNode;
}

/** What a cell shows. */
export function cellContent<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.value(row);
}

/** What a phone's card shows of a column. */
export function cardContent<Row>(column: TableColumn<Row>, row: Row): ReactNode {
  return column.cardCell ? column.cardCell(row) : cellContent(column, row);
}

/** The fields an export of these columns holds. */
export function csvFields<Row>(columns: readonly TableColumn<Row>[]): CsvField<Row>[] {
  return columns.flatMap((column) => column.csv ?? [{ header: column.header, value: (row: Row) => column.value(row) }]);
}
