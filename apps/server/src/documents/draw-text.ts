import type { TextSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const GAP_BELOW = 14;
/** The last lines of a text that are kept on one page with what is below it. */
const KEPT_LINES = 2;

/**
 * Draws notes or terms, over as many pages as needed. `heightBelow` is the height of what must not be alone on a page: the last lines are
 * kept with it.
 */
export async function drawText(sheet: Sheet, { heading, text }: TextSection, heightBelow = 0): Promise<void> {
  const below = heightBelow > 0 ? GAP_BELOW + heightBelow : 0;
  const lines = sheet.wrap(text.trim(), STYLES.body, CONTENT_WIDTH);
  await sheet.makeRoom(
    (heading ? HEADING_HEIGHT : 0) + Math.min(lines.length, KEPT_LINES) * STYLES.body.lineHeight + (lines.length > KEPT_LINES ? 0 : below),
  );
  drawHeading(sheet, heading);
  while (lines.length > 0) {
    await sheet.makeRoom(STYLES.body.lineHeight);
    const room = Math.floor((PAGE.bottom - sheet.y) / STYLES.body.lineHeight);
    const isEnd = lines.length <= room;
    const isKeptApart = isEnd && lines.length > KEPT_LINES && sheet.y + lines.length * STYLES.body.lineHeight + below > PAGE.bottom;
    const fitting = lines.splice(0, Math.max(1, isKeptApart ? lines.length - KEPT_LINES : room));
    const { y } = sheet;
    sheet.content('P', () => sheet.write(fitting, STYLES.body, PAGE.left, y));
    sheet.y += fitting.length * STYLES.body.lineHeight;
    if (isKeptApart) await sheet.makeRoom(KEPT_LINES * STYLES.body.lineHeight + below);
  }
  sheet.y += GAP_BELOW;
}
