import { setImmediate } from 'node:timers/promises';
import { layOutColumns } from './column-widths.ts';
import type { Column, TableSection } from './document-definition.ts';
import { CONTENT_WIDTH, PAGE, STYLES, type TextStyle } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const MIN_GAP = 12;
/** Compensates for rounding errors, so that a text always fits the width that was measured for it. */
const ROUNDING = 0.01;
/** Rows that are measured or printed before yielding to the event loop. */
export const ROWS_PER_TURN = 20;

/** A column with its position on the page. */
export interface PlacedColumn extends Column {
  width: number;
  /** Left edge of its texts, or right edge if they are aligned right. */
  x: number;
}

/** Computes the position of each column from the widths of all its texts. */
export async function placeColumns(
  sheet: Sheet,
  columns: readonly Column[],
  rows: TableSection['rows'],
  footer: TableSection['footer'],
): Promise<PlacedColumn[]> {
  const naturals = columns.map((column) => sheet.widthOf(column.header, STYLES.columnHeader));
  const widen = (row: readonly string[], style: TextStyle) => {
    for (const [index, text] of row.entries()) naturals[index] = Math.max(naturals[index] ?? 0, sheet.widthOf(text, style));
  };
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    widen(row, STYLES.cell);
  }
  if (footer) widen(footer, STYLES.cellTotal);
  const wishes = columns.map((column, index) => ({ natural: (naturals[index] ?? 0) + ROUNDING, canWrap: column.canWrap ?? false }));
  const { widths, gap } = layOutColumns(CONTENT_WIDTH, MIN_GAP, wishes);
  let left: number = PAGE.left;
  return columns.map((column, index) => {
    const width = widths[index] ?? 0;
    const x = column.align === 'right' ? left + width : left;
    left += width + gap;
    return { ...column, width, x };
  });
}
