import { PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

/** What a section's heading takes; sections ask for it together with their first line, so that the two are never parted. */
export const HEADING_HEIGHT = STYLES.heading.lineHeight + 4;

/** A section's heading, where there is one. */
export function drawHeading(sheet: Sheet, heading: string | undefined): void {
  if (!heading) return;
  const { y } = sheet;
  sheet.content('H2', () => sheet.writeLine(heading, STYLES.heading, PAGE.left, y));
  sheet.y += HEADING_HEIGHT;
}
