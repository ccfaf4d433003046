/** What a column wants: the width of its widest text, and whether it can do with less. */
interface ColumnWish {
  natural: number;
  canWrap: boolean;
}

/** How wide each column is, and how far they stand apart. */
interface ColumnLayout {
  widths: number[];
  gap: number;
}

/** The least a wrapping column is given before the others have to wrap as well. */
const MIN_WRAPPING_WIDTH = 72;

/** Divides a width among columns. What is left over goes to the columns that wrap, or else between all. */
export function layOutColumns(total: number, minGap: number, wishes: readonly ColumnWish[]): ColumnLayout {
  const widths = wishes.map((wish) => wish.natural);
  const gapCount = Math.max(1, wishes.length - 1);
  const rest = total - minGap * (wishes.length - 1) - sum(widths);
  if (rest < 0) return { widths: shrink(widths, wishes, -rest), gap: minGap };
  const wrapping = wishes.filter((wish) => wish.canWrap).length;
  if (wrapping === 0) return { widths, gap: minGap + rest / gapCount };
  return { widths: wishes.map((wish) => wish.natural + (wish.canWrap ? rest / wrapping : 0)), gap: minGap };
}

/** Takes from the columns that wrap, and from the others only what these cannot give. */
function shrink(widths: readonly number[], wishes: readonly ColumnWish[], excess: number): number[] {
  const spare = wishes.map((wish) => (wish.canWrap ? Math.max(0, wish.natural - MIN_WRAPPING_WIDTH) : 0));
  const share = Math.min(1, excess / (sum(spare) || 1));
  const narrowed = widths.map((width, index) => width - (spare[index] ?? 0) * share);
  const scale = (sum(widths) - excess) / sum(narrowed);
  return narrowed.map((width) => width * Math.min(1, scale));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
