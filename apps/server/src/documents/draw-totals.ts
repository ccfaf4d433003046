import type { TotalsSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { COLORS, CONTENT_WIDTH, PAGE, STYLES, type TextStyle } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const BLOCK_WIDTH = 260;
const NOTE_WIDTH = CONTENT_WIDTH - BLOCK_WIDTH - 32;
const LINE_GAP = 3;
/** The gap below the block. */
export const GAP_BELOW_TOTALS = 12;

type Placed = { labelLines: string[]; amount: string; style: TextStyle };

function place(sheet: Sheet, lines: TotalsSection['lines']): Placed[] {
  return lines.map(({ label, amount }, index) => {
    const style = index === lines.length - 1 ? STYLES.sum : STYLES.amount;
    return { labelLines: sheet.wrap(label, style, BLOCK_WIDTH - sheet.widthOf(amount, style) - 12), amount, style };
  });
}

const noteLinesOf = (sheet: Sheet, note: string | undefined) => (note ? sheet.wrap(note, STYLES.label, NOTE_WIDTH) : []);

/** Returns the height of the block. The table above needs it to keep its last rows with the block. */
export function totalsHeight(sheet: Sheet, { heading, lines, note }: TotalsSection): number {
  const amounts = place(sheet, lines).reduce(
    (sum, { labelLines, style }) => sum + labelLines.length * style.lineHeight + LINE_GAP,
    LINE_GAP,
  );
  return (heading ? HEADING_HEIGHT : 0) + Math.max(amounts, noteLinesOf(sheet, note).length * STYLES.label.lineHeight);
}

/** Draws a column of amounts on the right. The block stays on one page. */
export async function drawTotals(sheet: Sheet, section: TotalsSection): Promise<void> {
  const { heading, lines, note } = section;
  const left = PAGE.right - BLOCK_WIDTH;
  const noteLines = noteLinesOf(sheet, note);
  const noteHeight = noteLines.length * STYLES.label.lineHeight;
  await sheet.makeRoom(totalsHeight(sheet, section));
  drawHeading(sheet, heading);
  const top = sheet.y;
  for (const { labelLines, amount, style } of place(sheet, lines)) {
    if (style === STYLES.sum) {
      sheet.rule(sheet.y, { from: left, color: COLORS.rule, thickness: 0.75 });
      sheet.y += LINE_GAP;
    }
    const { y } = sheet;
    sheet.content('P', () => {
      sheet.write(labelLines, style, left, y);
      sheet.writeLine(amount, style, PAGE.right, y, 'right');
    });
    sheet.y += labelLines.length * style.lineHeight + LINE_GAP;
  }
  if (note) sheet.content('P', () => sheet.write(noteLines, STYLES.label, PAGE.left, top + 2));
  sheet.y = Math.max(sheet.y, top + noteHeight) + GAP_BELOW_TOTALS;
}
