/** How wide a column's texts are. */
export interface ColumnNeeds {
  /** The width of its widest text. */
  natural: number;
  /** The width that it needs so that its texts break at spaces only. */
  least: number;
  /** Whether its texts are prose, which wraps first and may even be broken inside a word. */
  canWrap: boolean;
  /** Numbers and amounts are never broken: one without its last digit reads as another number. */
  isNumber: boolean;
}

/** The width of each column, the gap between columns, and the size of the texts as a share of the usual one. */
interface ColumnLayout {
  widths: number[];
  gap: number;
  scale: number;
}

/** A wrapping column is not narrowed below this before the other columns have to wrap as well. */
const MIN_WRAPPING_WIDTH = 72;
/** Smaller texts cannot be read on paper. */
const MIN_SCALE = 0.7;
/** The least share of the table's width that is left for texts beside numbers. */
const MIN_TEXT_SHARE = 0.2;

/** Whether the columns fit without being narrowed. */
export function isFitting(total: number, minGap: number, naturals: readonly number[]): boolean {
  return sum(naturals) <= roomFor(total, minGap, naturals.length);
}

/** Divides a width among columns. Space left over goes to the columns that wrap; if there are none, into the gaps. */
export function layOutColumns(total: number, minGap: number, columns: readonly ColumnNeeds[]): ColumnLayout {
  const naturals = columns.map(({ natural }) => natural);
  const room = roomFor(total, minGap, columns.length);
  const rest = room - sum(naturals);
  if (rest < 0) return { ...shrink(columns, room), gap: minGap };
  const wrapping = columns.filter(({ canWrap }) => canWrap).length;
  if (wrapping === 0) return { widths: naturals, gap: minGap + rest / Math.max(1, columns.length - 1), scale: 1 };
  return { widths: columns.map(({ natural, canWrap }) => natural + (canWrap ? rest / wrapping : 0)), gap: minGap, scale: 1 };
}

const roomFor = (total: number, minGap: number, count: number): number => total - minGap * (count - 1);

/**
 * Narrows the columns step by step: prose wraps, then other texts break at their spaces, then prose inside its words. If that is not
 * enough, the whole table gets smaller; only then are words of other columns cut, the widest ones first.
 */
function shrink(columns: readonly ColumnNeeds[], room: number): Pick<ColumnLayout, 'widths' | 'scale'> {
  const proseWraps = columns.map(({ natural, least, canWrap }) =>
    canWrap ? Math.min(natural, Math.max(least, MIN_WRAPPING_WIDTH)) : natural,
  );
  const othersWrap = columns.map(({ least, canWrap }, index) => (canWrap ? (proseWraps[index] ?? 0) : least));
  const proseBreaks = columns.map(({ natural, least, canWrap }) => (canWrap ? Math.min(natural, MIN_WRAPPING_WIDTH) : least));
  let before = columns.map(({ natural }) => natural);
  for (const widths of [proseWraps, othersWrap, proseBreaks]) {
    if (sum(widths) <= room) return { widths: between(before, widths, room), scale: 1 };
    before = widths;
  }
  const scale = Math.max(MIN_SCALE, room / sum(proseBreaks));
  const smaller = proseBreaks.map((width) => width * scale);
  return { widths: sum(smaller) > room + 1e-6 ? cutWidest(smaller, columns, room) : smaller, scale };
}

/** Returns widths between two choices whose sum is as given. */
function between(wide: readonly number[], narrow: readonly number[], total: number): number[] {
  const share = (sum(wide) - total) / (sum(wide) - sum(narrow) || 1);
  return wide.map((width, index) => width - (width - (narrow[index] ?? 0)) * share);
}

/** Caps the widths of texts. Numbers are narrowed only if they alone take nearly the whole width. */
function cutWidest(widths: readonly number[], columns: readonly ColumnNeeds[], room: number): number[] {
  const isText = (index: number): boolean => columns[index]?.isNumber !== true;
  const texts = widths.filter((_width, index) => isText(index));
  const numbers = sum(widths) - sum(texts);
  const textRoom = Math.max(room - numbers, texts.length > 0 ? room * MIN_TEXT_SHARE : 0);
  const cap = capFor(texts, textRoom);
  const numberShare = Math.min(1, (room - Math.min(sum(texts), textRoom)) / (numbers || 1));
  return widths.map((width, index) => (isText(index) ? Math.min(width, cap) : width * numberShare));
}

/** Returns the width to cut texts to, so that together they take no more than `room`. */
function capFor(widths: readonly number[], room: number): number {
  let left = room;
  for (const [index, width] of widths.toSorted((one, other) => one - other).entries()) {
    const share = left / (widths.length - index);
    if (width > share) return share;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
