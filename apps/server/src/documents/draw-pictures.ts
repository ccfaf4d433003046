import type { PicturesSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { COLORS, CONTENT_WIDTH, PAGE } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const COLUMNS = 3;
const GAP = 12;
const WIDTH = (CONTENT_WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
const HEIGHT = 120;

/** Draws small pictures in rows of three. */
export async function drawPictures(sheet: Sheet, { heading, pictures }: PicturesSection): Promise<void> {
  await sheet.makeRoom(HEADING_HEIGHT + HEIGHT);
  drawHeading(sheet, heading);
  for (let start = 0; start < pictures.length; start += COLUMNS) {
    await sheet.makeRoom(HEIGHT);
    const { y } = sheet;
    for (const [column, picture] of pictures.slice(start, start + COLUMNS).entries()) {
      const x = PAGE.left + column * (WIDTH + GAP);
      sheet.figure(picture.description, () => placePicture(sheet, picture.content, x, y, WIDTH, HEIGHT));
      sheet.artifact(() => sheet.pdf.rect(x, y, WIDTH, HEIGHT).lineWidth(0.5).strokeColor(COLORS.hairline).stroke());
    }
    sheet.y += HEIGHT + GAP;
  }
  sheet.y += 6;
}

/** Fits a picture into a box. Bytes from another thread arrive as a plain array, which PDFKit does not take. */
export function placePicture({ pdf }: Sheet, content: Uint8Array, x: number, y: number, width: number, height: number): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  pdf.image(bytes, x, y, { fit: [width, height], align: 'center', valign: 'center' });
}
