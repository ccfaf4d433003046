import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE } from './table-column.ts';

interface FittedColumn {
  id: string;
  size: number;
  canGrow?: boolean;
}

/** A width within the limits (TBL-02). */
export function clampSize(size: number): number {
  return Math.round(Math.min(MAX_COLUMN_SIZE, Math.max(MIN_COLUMN_SIZE, size)));
}

/** The columns' widths: what the user chose, else what the page declares, growing columns sharing the room that is left over. */
export function fitColumns(
  columns: readonly FittedColumn[],
  chosen: Readonly<Record<string, number>>,
  availablePx: number,
): Record<string, number> {
  const sizes = Object.fromEntries(columns.map(({ id, size }) => [id, clampSize(chosen[id] ?? size)]));
  const growing = columns.filter(({ id, canGrow }) => canGrow && chosen[id] === undefined);
  let left = availablePx - Object.values(sizes).reduce((sum, size) => sum + size, 0);
  growing.forEach(({ id, size }, index) => {
    if (left <= 0) return;
    const grown = clampSize(size + Math.floor(left / (growing.length - index)));
    left -= grown - (sizes[id] ?? size);
    sizes[id] = grown;
  });
  return sizes;
}
