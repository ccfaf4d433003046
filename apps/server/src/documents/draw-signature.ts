import type { SignatureSection } from './document-definition.ts';
import { placePicture } from './draw-pictures.ts';
import { COLORS, CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const ROOM_TO_SIGN = 40;
/** The height for the picture of a signature above the receiver's name. */
const ROOM_FOR_PICTURE = 60;
const GAP = 24;

/** The written names on each line, and the height of the lines with their labels. */
function place(sheet: Sheet, { labels, signed }: SignatureSection) {
  const width = (CONTENT_WIDTH - GAP * (labels.length - 1)) / labels.length;
  const { picture = null, texts = [] } = signed ?? {};
  const written = labels.map((_, index) => sheet.wrap(texts[index] ?? '', STYLES.value, width));
  // The usual height has room for one line of text. A long name needs more.
  const moreLines = Math.max(0, ...written.map(({ length }) => length - 1)) * STYLES.value.lineHeight;
  const room = (picture ? ROOM_FOR_PICTURE + STYLES.value.lineHeight : ROOM_TO_SIGN) + moreLines;
  return { width, picture, written, room, height: room + STYLES.label.lineHeight + 4 };
}

/** Returns the height of the lines, so that what is signed for stays with them. */
export const signatureHeight = (sheet: Sheet, section: SignatureSection): number => place(sheet, section).height;

/** Draws lines to sign on, each with its label underneath, and what was signed on them. */
export async function drawSignature(sheet: Sheet, section: SignatureSection): Promise<void> {
  const { labels, signed } = section;
  const { width, picture, written, room, height } = place(sheet, section);
  await sheet.makeRoom(height);
  const lineY = sheet.y + room;
  if (signed && picture) {
    const { y } = sheet;
    sheet.figure(signed.description, () => placePicture(sheet, picture, PAGE.left, y, width, ROOM_FOR_PICTURE));
  }
  for (const [index, label] of labels.entries()) {
    const x = PAGE.left + index * (width + GAP);
    const lines = written[index] ?? [];
    if (lines.some(Boolean)) {
      sheet.content('P', () => sheet.write(lines, STYLES.value, x, lineY - STYLES.value.lineHeight * lines.length - 1));
    }
    sheet.rule(lineY, { from: x, to: x + width, color: COLORS.rule, thickness: 0.75 });
    sheet.content('P', () => sheet.writeLine(label, STYLES.label, x, lineY + 3));
  }
  sheet.y = lineY + STYLES.label.lineHeight + 14;
}
