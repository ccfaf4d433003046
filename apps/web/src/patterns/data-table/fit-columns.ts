import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE } from './table-column.ts';

interface FittedColumn {
  id: string;
  size: number;
  leastSize?: number;
  canGrow?: boolean;
}

/** A width within the limits (TBL-02). */
export function clampSize(size: number): number {
  return Math.round(Math.min(MAX_COLUMN_SIZE, Math.max(MIN_COLUMN_SIZE, size)));
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** The columns that give way so that the others fit: the least important first, however narrow the user made the others. */
export function givingWay(
  columns: readonly (Pick<FittedColumn, 'id' | 'size' | 'leastSize'> & { priority?: number })[],
  availablePx: number,
): ReadonlySet<string> {
  const gone = new Set<string>();
  // Before the table is measured nothing is known about its room.
  if (availablePx <= 0) return gone;
  let tooMuch = sumOf(columns.map(({ size, leastSize = size }) => clampSize(leastSize))) - availablePx;
  const leastImportantFirst = columns
    .filter(({ priority }) => priority !== undefined)
    .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  for (const { id, size, leastSize = size } of leastImportantFirst) {
    if (tooMuch <= 0) break;
    gone.add(id);
    tooMuch -= clampSize(leastSize);
  }
  return gone;
}

/**
 * The columns' widths: what the user chose, else what the page declares. Where that is too much, columns shrink to their least width; what is left over
 * is shared by the growing ones.
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

/** Takes the missing room from the columns that can be narrower, from each its part. */
function shrink(
  columns: readonly FittedColumn[],
  chosen: Readonly<Record<string, number>>,
  sizes: Record<string, number>,
  missingPx: number,
): void {
  const yielding = columns.flatMap(({ id, size, leastSize }) => {
    const spare = leastSize === undefined || chosen[id] !== undefined ? 0 : clampSize(size) - clampSize(leastSize);
    return spare > 0 ? [{ id, spare }] : [];
  });
  const spareOfAll = sumOf(yielding.map(({ spare }) => spare));
  const share = Math.min(1, missingPx / spareOfAll);
  for (const { id, spare } of yielding) sizes[id] = (sizes[id] ?? 0) - Math.ceil(spare * share);
}
