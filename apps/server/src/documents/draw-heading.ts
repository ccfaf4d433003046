import { PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

/** Height of a section's heading. Sections reserve it together with their first line, so that the two stay on one page. */
export const HEADING_HEIGHT = STYLES.heading.lineHeight + 4;

/** Draws a section's heading, if there is one. */
export function drawHeading(sheet: Sheet, heading: string | undefined): void {
  if (!heading) return;
  const { y } = sheet;
  sheet.content('H2', () => sheet.writeLine(heading, STYLES.heading, PAGE.left, y));
  sheet.y += HEADING_HEIGHT;
}
