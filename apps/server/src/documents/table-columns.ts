import { setImmediate } from 'node:timers/promises';
import { type ColumnNeeds, isFitting, layOutColumns } from './column-widths.ts';
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

/** The styles of a table's rows. A table that would be too wide has smaller ones. */
export interface TableStyles {
  header: TextStyle;
  cell: TextStyle;
  total: TextStyle;
}

/** A table's columns with their positions, and the styles of its rows. */
export interface PlacedTable {
  columns: PlacedColumn[];
  styles: TableStyles;
}

type Table = Pick<TableSection, 'columns' | 'rows' | 'footer'>;

/** Computes the position of each column from the widths of all its texts. */
export async function placeColumns(sheet: Sheet, table: Table): Promise<PlacedTable> {
  const { columns } = table;
  const naturals = await widestOf(table, (text, style) => sheet.widthOf(text, style));
  // Words are measured only in a table that does not fit, because measuring takes most of the time of a long one.
  const words = isFitting(CONTENT_WIDTH, MIN_GAP, naturals)
    ? naturals
    : await widestOf(table, (text, style, { align }) =>
        align === 'right' && style !== STYLES.columnHeader ? sheet.widthOf(text, style) : sheet.widthOfWord(text, style),
      );
  const needs = columns.map(
    ({ canWrap = false, align }, index): ColumnNeeds => ({
      natural: naturals[index] ?? 0,
      least: words[index] ?? 0,
      canWrap,
      isNumber: align === 'right',
    }),
  );
  const { widths, gap, scale } = layOutColumns(CONTENT_WIDTH, MIN_GAP, needs);
  let left: number = PAGE.left;
  const placed = columns.map((column, index) => {
    const width = widths[index] ?? 0;
    const x = column.align === 'right' ? left + width : left;
    left += width + gap;
    return { ...column, width, x };
  });
  const scaled = ({ size, lineHeight, ...style }: TextStyle): TextStyle => ({
    ...style,
    size: size * scale,
    lineHeight: lineHeight * scale,
  });
  const { columnHeader: header, cell, cellTotal: total } = STYLES;
  return {
    columns: placed,
    styles: scale === 1 ? { header, cell, total } : { header: scaled(header), cell: scaled(cell), total: scaled(total) },
  };
}

/** Returns the widest measure of each column. */
async function widestOf(
  { columns, rows, footer }: Table,
  measure: (text: string, style: TextStyle, column: Column) => number,
): Promise<number[]> {
  const widest = columns.map((column) => measure(column.header, STYLES.columnHeader, column));
  const widen = (row: readonly string[], style: TextStyle) => {
    for (const [index, text] of row.entries()) {
      const column = columns[index];
      if (column) widest[index] = Math.max(widest[index] ?? 0, measure(text, style, column));
    }
  };
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    widen(row, STYLES.cell);
  }
  if (footer) widen(footer, STYLES.cellTotal);
  return widest.map((width) => width + ROUNDING);
}
