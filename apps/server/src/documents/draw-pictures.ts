import type { DocumentPicture, PicturesSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { COLORS, CONTENT_WIDTH, PAGE } from './page-style.ts';
import type { Sheet } from './sheet.ts';

/** A row of pictures: how many share the width, the gap between them and their height. */
interface Row {
  columns: number;
  gap: number;
  height: number;
}

const LARGE: Row = { columns: 3, gap: 12, height: 120 };
/** The six photos of an entry and its signature fit side by side. */
const SMALL: Row = { columns: 7, gap: 8, height: 48 };

/** Draws small pictures in rows of three. */
export async function drawPictures(sheet: Sheet, { heading, pictures }: PicturesSection): Promise<void> {
  await sheet.makeRoom(HEADING_HEIGHT + LARGE.height);
  drawHeading(sheet, heading);
  for (let start = 0; start < pictures.length; start += LARGE.columns) {
    await sheet.makeRoom(LARGE.height);
    drawRow(sheet, pictures.slice(start, start + LARGE.columns), LARGE, sheet.y);
    sheet.y += LARGE.height + LARGE.gap;
  }
  sheet.y += 6;
}

/** Returns the height of the small pictures of a table's row. */
export function smallPicturesHeight(count: number): number {
  return Math.ceil(count / SMALL.columns) * (SMALL.height + SMALL.gap);
}

/** Draws the small pictures of a table's row at a height, as part of one of its cells. */
export function drawSmallPictures(
  sheet: Sheet,
  pictures: readonly DocumentPicture[],
  top: number,
  within: PDFKit.PDFStructureElement | undefined,
): void {
  for (let start = 0; start < pictures.length; start += SMALL.columns) {
    drawRow(sheet, pictures.slice(start, start + SMALL.columns), SMALL, top + smallPicturesHeight(start), within);
  }
}

function drawRow(
  sheet: Sheet,
  pictures: readonly DocumentPicture[],
  { columns, gap, height }: Row,
  y: number,
  within?: PDFKit.PDFStructureElement,
): void {
  const width = (CONTENT_WIDTH - gap * (columns - 1)) / columns;
  for (const [column, picture] of pictures.entries()) {
    const x = PAGE.left + column * (width + gap);
    sheet.figure(picture.description, () => placePicture(sheet, picture.content, x, y, width, height), within);
    sheet.artifact(() => sheet.pdf.rect(x, y, width, height).lineWidth(0.5).strokeColor(COLORS.hairline).stroke());
  }
}

/** Fits a picture into a box. Bytes from another thread arrive as a plain array, which PDFKit does not take. */
export function placePicture({ pdf }: Sheet, content: Uint8Array, x: number, y: number, width: number, height: number): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  pdf.image(bytes, x, y, { fit: [width, height], align: 'center', valign: 'center' });
}
