import type { Fact, FactsSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const COLUMNS = 4;
const GAP = 16;
const COLUMN_WIDTH = (CONTENT_WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
const ROW_GAP = 8;
const EMPTY = '—';
/** Longer values are cut off, because a row of facts has to fit on a page. */
const MAX_VALUE_LINES = 24;

interface PlacedFact {
  label: string[];
  value: string[];
  x: number;
}

/** Draws the grid of labelled values below the title. */
export async function drawFacts(sheet: Sheet, facts: readonly Fact[]): Promise<void> {
  for (const row of toRows(facts)) {
    const placed = place(sheet, row);
    const height = Math.max(...placed.map(heightOf));
    await sheet.makeRoom(height);
    for (const { label, value, x } of placed) {
      const { y } = sheet;
      sheet.content('P', () => {
        sheet.write(label, STYLES.label, x, y);
        sheet.write(value, STYLES.value, x, y + label.length * STYLES.label.lineHeight);
      });
    }
    sheet.y += height + ROW_GAP;
  }
  sheet.y += 8;
}

/** Draws further values below a heading, which stays with the first row. */
export async function drawFactsSection(sheet: Sheet, { heading, facts }: FactsSection): Promise<void> {
  const [first = []] = toRows(facts);
  await sheet.makeRoom(HEADING_HEIGHT + Math.max(0, ...place(sheet, first).map(heightOf)));
  drawHeading(sheet, heading);
  await drawFacts(sheet, facts);
}

/** Distributes the facts over rows of four columns, in the given order. */
function toRows(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = [];
  let free = 0;
  for (const fact of facts) {
    const span = fact.span ?? 1;
    if (span > free) {
      rows.push([]);
      free = COLUMNS;
    }
    rows.at(-1)?.push(fact);
    free -= span;
  }
  return rows;
}

function place(sheet: Sheet, row: readonly Fact[]): PlacedFact[] {
  let x: number = PAGE.left;
  return row.map(({ label, value, span = 1 }) => {
    const width = span * COLUMN_WIDTH + (span - 1) * GAP;
    const placed = {
      label: sheet.wrap(label, STYLES.label, width),
      value: cut(sheet.wrap(value?.trim() || EMPTY, STYLES.value, width)),
      x,
    };
    x += width + GAP;
    return placed;
  });
}

function cut(lines: string[]): string[] {
  return lines.length > MAX_VALUE_LINES ? [...lines.slice(0, MAX_VALUE_LINES - 1), '…'] : lines;
}

function heightOf({ label, value }: PlacedFact): number {
  return label.length * STYLES.label.lineHeight + value.length * STYLES.value.lineHeight;
}
