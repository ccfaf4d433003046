import type { TotalsSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { COLORS, CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const BLOCK_WIDTH = 260;
const NOTE_WIDTH = CONTENT_WIDTH - BLOCK_WIDTH - 32;
const LINE_GAP = 3;
const LINE_HEIGHT = STYLES.amount.lineHeight + LINE_GAP;

/** Amounts under one another on the right; the block stays on one page. */
export async function drawTotals(sheet: Sheet, { heading, lines, note }: TotalsSection): Promise<void> {
  const left = PAGE.right - BLOCK_WIDTH;
  const noteLines = note ? sheet.wrap(note, STYLES.label, NOTE_WIDTH) : [];
  const noteHeight = noteLines.length * STYLES.label.lineHeight;
  await sheet.makeRoom((heading ? HEADING_HEIGHT : 0) + Math.max(lines.length * LINE_HEIGHT + LINE_GAP, noteHeight));
  drawHeading(sheet, heading);
  const top = sheet.y;
  for (const [index, { label, amount }] of lines.entries()) {
    const isSum = index === lines.length - 1;
    const style = isSum ? STYLES.sum : STYLES.amount;
    if (isSum) {
      sheet.rule(sheet.y, { from: left, color: COLORS.rule, thickness: 0.75 });
      sheet.y += LINE_GAP;
    }
    const { y } = sheet;
    const labelLines = sheet.wrap(label, style, BLOCK_WIDTH - sheet.widthOf(amount, style) - 12);
    sheet.content('P', () => {
      sheet.write(labelLines, style, left, y);
      sheet.writeLine(amount, style, PAGE.right, y, 'right');
    });
    sheet.y += labelLines.length * style.lineHeight + LINE_GAP;
  }
  if (note) sheet.content('P', () => sheet.write(noteLines, STYLES.label, PAGE.left, top + 2));
  sheet.y = Math.max(sheet.y, top + noteHeight) + 12;
}
