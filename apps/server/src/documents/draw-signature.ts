import type { SignatureSection } from './document-definition.ts';
import { COLORS, CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const ROOM_TO_SIGN = 40;
const GAP = 24;

/** Draws lines to sign on, each with its label underneath. */
export async function drawSignature(sheet: Sheet, { labels }: SignatureSection): Promise<void> {
  const width = (CONTENT_WIDTH - GAP * (labels.length - 1)) / labels.length;
  await sheet.makeRoom(ROOM_TO_SIGN + STYLES.label.lineHeight + 4);
  const lineY = sheet.y + ROOM_TO_SIGN;
  for (const [index, label] of labels.entries()) {
    const x = PAGE.left + index * (width + GAP);
    sheet.rule(lineY, { from: x, to: x + width, color: COLORS.rule, thickness: 0.75 });
    sheet.content('P', () => sheet.writeLine(label, STYLES.label, x, lineY + 3));
  }
  sheet.y = lineY + STYLES.label.lineHeight + 14;
}
