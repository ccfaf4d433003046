import type { TextSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

/** Draws notes or terms, over as many pages as needed. */
export async function drawText(sheet: Sheet, { heading, text }: TextSection): Promise<void> {
  const lines = sheet.wrap(text.trim(), STYLES.body, CONTENT_WIDTH);
  await sheet.makeRoom((heading ? HEADING_HEIGHT : 0) + Math.min(lines.length, 2) * STYLES.body.lineHeight);
  drawHeading(sheet, heading);
  while (lines.length > 0) {
    await sheet.makeRoom(STYLES.body.lineHeight);
    const fitting = lines.splice(0, Math.max(1, Math.floor((PAGE.bottom - sheet.y) / STYLES.body.lineHeight)));
    const { y } = sheet;
    sheet.content('P', () => sheet.write(fitting, STYLES.body, PAGE.left, y));
    sheet.y += fitting.length * STYLES.body.lineHeight;
  }
  sheet.y += 14;
}
