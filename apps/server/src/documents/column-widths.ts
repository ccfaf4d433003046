/** The width of a column's widest text, and whether the column may wrap its texts to be narrower. */
interface ColumnNeeds {
  natural: number;
  canWrap: boolean;
}

/** The width of each column, and the gap between columns. */
interface ColumnLayout {
  widths: number[];
  gap: number;
}

/** A wrapping column is not narrowed below this before the other columns have to wrap as well. */
const MIN_WRAPPING_WIDTH = 72;

/** Divides a width among columns. Space left over goes to the columns that wrap; if there are none, into the gaps. */
export function layOutColumns(total: number, minGap: number, columns: readonly ColumnNeeds[]): ColumnLayout {
  const widths = columns.map((column) => column.natural);
  const gapCount = Math.max(1, columns.length - 1);
  const rest = total - minGap * (columns.length - 1) - sum(widths);
  if (rest < 0) return { widths: shrink(widths, columns, -rest), gap: minGap };
  const wrapping = columns.filter((column) => column.canWrap).length;
  if (wrapping === 0) return { widths, gap: minGap + rest / gapCount };
  return { widths: columns.map((column) => column.natural + (column.canWrap ? rest / wrapping : 0)), gap: minGap };
}

/** Narrows the columns that wrap first, and the others only if that is not enough. */
function shrink(widths: readonly number[], columns: readonly ColumnNeeds[], excess: number): number[] {
  const spare = columns.map((column) => (column.canWrap ? Math.max(0, column.natural - MIN_WRAPPING_WIDTH) : 0));
  const share = Math.min(1, excess / (sum(spare) || 1));
  const narrowed = widths.map((width, index) => width - (spare[index] ?? 0) * share);
  const scale = (sum(widths) - excess) / sum(narrowed);
  return narrowed.map((width) => width * Math.min(1, scale));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
