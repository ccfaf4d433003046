import { useCallback, useState } from 'react';
import { local, readStored, writeStored } from '#web/lib/store.ts';
import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE } from './table-column.ts';

interface FittedColumn {
  id: string;
  size: number;
  minSize?: number;
  canGrow?: boolean;
}

/** Returns a width within the limits (TBL-02). */
export function clampSize(size: number): number {
  return Math.round(Math.min(MAX_COLUMN_SIZE, Math.max(MIN_COLUMN_SIZE, size)));
}

/** Average width of a letter in a heading, its padding, and the mark of a column that can be sorted. */
const LETTER_PX = 7;
const HEADING_PADDING_PX = 18;
const SORT_MARK_PX = 18;

interface HeadedColumn extends FittedColumn {
  header: string;
  sortKey?: string;
}

/** Returns the width that a heading of one or more words needs; words go on separate lines. */
export function headingPx(header: string, canSort: boolean): number {
  const longest = Math.max(0, ...header.split(/\s+/).map(({ length }) => length));
  return longest * LETTER_PX + HEADING_PADDING_PX + (canSort ? SORT_MARK_PX : 0);
}

/** Widens columns whose headings need it. For languages other than English: the declared sizes are made for the English headings. */
export function withHeadingRoom<Column extends HeadedColumn>(columns: readonly Column[]): readonly Column[] {
  return columns.map((column) => {
    const needed = headingPx(column.header, column.sortKey !== undefined);
    const { size, minSize = size } = column;
    return needed <= minSize ? column : { ...column, size: Math.max(size, needed), minSize: needed };
  });
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/**
 * Returns the ids of the columns to hide so that the others fit, the least important first. A narrow column stays in the room that a wider,
 * more important one would not fit into. Widths chosen by the user are not considered.
 */
export function columnsToHide(
  columns: readonly (Pick<FittedColumn, 'id' | 'size' | 'minSize'> & { priority?: number })[],
  availablePx: number,
): ReadonlySet<string> {
  const gone = new Set<string>();
  // The width is unknown until the table has been measured.
  if (availablePx <= 0) return gone;
  let tooMuch = sumOf(columns.map(({ size, minSize = size }) => clampSize(minSize))) - availablePx;
  const leastImportantFirst = columns
    .filter(({ priority }) => priority !== undefined)
    .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  for (const { id, size, minSize = size } of leastImportantFirst) {
    if (tooMuch <= 0) break;
    gone.add(id);
    tooMuch -= clampSize(minSize);
  }
  for (const { id, size, minSize = size } of leastImportantFirst.toReversed()) {
    if (!gone.has(id) || tooMuch + clampSize(minSize) > 0) continue;
    gone.delete(id);
    tooMuch += clampSize(minSize);
  }
  return gone;
}

/**
 * Returns the column widths: the user's choice, or else the declared size. If they do not fit, columns shrink to their least size; if
 * there is room left, the columns that can grow share it.
 */
export function fitColumns(
  columns: readonly FittedColumn[],
  chosen: Readonly<Record<string, number>>,
  availablePx: number,
): Record<string, number> {
  const sizes = Object.fromEntries(columns.map(({ id, size }) => [id, clampSize(chosen[id] ?? size)]));
  let left = availablePx - sumOf(Object.values(sizes));
  if (availablePx > 0 && left < 0) shrink(columns, chosen, sizes, -left);
  const growing = columns.filter(({ id, canGrow }) => canGrow && chosen[id] === undefined);
  growing.forEach(({ id, size }, index) => {
    if (left <= 0) return;
    const grown = clampSize(size + Math.floor(left / (growing.length - index)));
    left -= grown - (sizes[id] ?? size);
    sizes[id] = grown;
  });
  return sizes;
}

/** Takes the missing width from the columns that can be narrower, in proportion to what each can spare. */
function shrink(
  columns: readonly FittedColumn[],
  chosen: Readonly<Record<string, number>>,
  sizes: Record<string, number>,
  missingPx: number,
): void {
  const yielding = columns.flatMap(({ id, size, minSize }) => {
    const spare = minSize === undefined || chosen[id] !== undefined ? 0 : clampSize(size) - clampSize(minSize);
    return spare > 0 ? [{ id, spare }] : [];
  });
  const spareOfAll = sumOf(yielding.map(({ spare }) => spare));
  const share = Math.min(1, missingPx / spareOfAll);
  for (const { id, spare } of yielding) sizes[id] = (sizes[id] ?? 0) - Math.ceil(spare * share);
}

/** A user's changes to a table: column widths, and columns shown or hidden. */
export interface TableLayout {
  sizes: Record<string, number>;
  shown: Record<string, boolean>;
}

const keyOf = (tableId: string): string => `yardage.table.${tableId}`;

/** Returns the valid parts of a stored layout. Browser storage may contain anything. */
export function readLayout(stored: unknown): TableLayout {
  const { sizes, shown } = typeof stored === 'object' && stored !== null ? (stored as Partial<Record<keyof TableLayout, unknown>>) : {};
  return {
    sizes: Object.fromEntries(entriesOf(sizes).flatMap(([id, size]) => (Number.isFinite(size) ? [[id, clampSize(Number(size))]] : []))),
    shown: Object.fromEntries(entriesOf(shown).flatMap(([id, isShown]) => (typeof isShown === 'boolean' ? [[id, isShown]] : []))),
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A table's layout, stored in this browser under the table's id. */
export function useStoredLayout(tableId: string): [TableLayout, (change: (layout: TableLayout) => TableLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(readStored(local, keyOf(tableId))));
  const update = useCallback(
    (change: (layout: TableLayout) => TableLayout) =>
      setLayout((before) => {
        const after = change(before);
        writeStored(local, keyOf(tableId), after);
        return after;
      }),
    [tableId],
  );
  return [layout, update];
}
