import type { Branding } from '@yardage/contract/public-config';
import type { DocumentDefinition } from './document-definition.ts';
import { LABELS } from './documents.messages.ts';
import type { Letterhead } from './letterhead.ts';
import { COLORS, CONTENT_WIDTH, PAGE, STYLES } from './page-style.ts';
import type { Sheet } from './sheet.ts';

const LOGO_SIZE: [number, number] = [180, 44];
const CONTACT_WIDTH = 220;
const STATUS_PADDING = 3;
/** The least gap between the texts at the left and at the right of a page's head and foot. */
const MARGIN_GAP = 16;

/** What the types of PDFKit leave out. */
type PictureOpener = PDFKit.PDFDocument & { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc };

/** The opened logo of each PDF. PDFKit embeds the bytes of a picture each time they are given, so many documents in one PDF share it. */
const openedLogos = new WeakMap<PDFKit.PDFDocument, PDFKit.Mixins.ImageSrc>();

function openedLogo(pdf: PDFKit.PDFDocument, logo: Buffer): PDFKit.Mixins.ImageSrc {
  const known = openedLogos.get(pdf);
  if (known) return known;
  const opened = (pdf as PictureOpener).openImage(logo);
  openedLogos.set(pdf, opened);
  return opened;
}

/** Draws the top of the first page: the supplier's name or logo, its contact details, and a line in the brand's color. */
export function drawLetterhead(sheet: Sheet, branding: Letterhead): void {
  const { pdf } = sheet;
  const top = sheet.y;
  const nameWidth = CONTENT_WIDTH - CONTACT_WIDTH - 16;
  let leftHeight = LOGO_SIZE[1];
  const { paperLogo } = branding;
  if (paperLogo) {
    sheet.figure(branding.platformName, () => pdf.image(openedLogo(pdf, paperLogo), PAGE.left, top, { fit: LOGO_SIZE }));
  } else {
    const name = sheet.wrap(branding.platformName, STYLES.brand, nameWidth);
    sheet.content('P', () => sheet.write(name, STYLES.brand, PAGE.left, top));
    leftHeight = name.length * STYLES.brand.lineHeight;
  }
  const contact = contactLines(branding).flatMap((line) => sheet.wrap(line, STYLES.contact, CONTACT_WIDTH));
  sheet.content('P', () => sheet.write(contact, STYLES.contact, PAGE.right, top + 2, 'right'));
  sheet.y = top + Math.max(leftHeight, contact.length * STYLES.contact.lineHeight + 2) + 10;
  sheet.rule(sheet.y, { color: branding.accentColor, thickness: 1.5 });
  sheet.y += 20;
}

function contactLines({ addressLines, supportPhone, supportEmail }: Branding): string[] {
  return [...addressLines, [supportPhone, supportEmail].filter(Boolean).join('  ·  ')].filter(Boolean);
}

/** Draws the document's title, number and status. */
export function drawTitle(sheet: Sheet, { title, number, status }: DocumentDefinition): void {
  const numberWidth = sheet.widthOf(number, STYLES.title);
  const lines = sheet.wrap(title, STYLES.title, Math.max(CONTENT_WIDTH - numberWidth - 24, CONTENT_WIDTH / 2));
  const numberLines = sheet.wrap(number, STYLES.title, CONTENT_WIDTH / 2 - 24);
  const { y } = sheet;
  sheet.content('H1', () => {
    sheet.write(lines, STYLES.title, PAGE.left, y);
    sheet.write(numberLines, STYLES.title, PAGE.right, y, 'right');
  });
  sheet.y += Math.max(lines.length, numberLines.length) * STYLES.title.lineHeight + 4;
  if (status) drawStatus(sheet, status);
  sheet.y += 10;
}

/** Draws the status in a frame, so that it stands out without color. */
function drawStatus(sheet: Sheet, status: string): void {
  const { y, pdf } = sheet;
  const height = STYLES.status.lineHeight + 2 * STATUS_PADDING;
  const width = sheet.widthOf(status, STYLES.status) + 4 * STATUS_PADDING;
  sheet.artifact(() =>
    pdf
      .roundedRect(PAGE.right - width, y, width, height, 3)
      .lineWidth(0.75)
      .strokeColor(COLORS.rule)
      .stroke(),
  );
  sheet.content('P', () => sheet.writeLine(status, STYLES.status, PAGE.right - 2 * STATUS_PADDING, y + STATUS_PADDING, 'right'));
  sheet.y += height;
}

/** Draws the head of every page except the first. */
export function drawRunningHead(sheet: Sheet, branding: Branding, { title, number }: DocumentDefinition): void {
  const { y } = sheet;
  const name = sheet.shorten(branding.platformName, STYLES.margin, (CONTENT_WIDTH - MARGIN_GAP) / 2);
  const titleWidth = CONTENT_WIDTH - MARGIN_GAP - sheet.widthOf(name, STYLES.margin);
  sheet.artifact(() => {
    sheet.writeLine(name, STYLES.margin, PAGE.left, y);
    sheet.writeLine(sheet.shorten(`${title} ${number}`, STYLES.margin, titleWidth), STYLES.margin, PAGE.right, y, 'right');
  });
  sheet.rule(y + 14);
  sheet.y = y + 28;
}

/** Draws the footer of every page. Called last, when the number of pages is known. */
export function drawFooters(sheet: Sheet, branding: Branding): void {
  const { pdf } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  const contact = footerContact(sheet, branding, LABELS.page(count, count));
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page);
    sheet.rule(PAGE.bottom + 10, { color: COLORS.hairline });
    sheet.artifact(() => {
      sheet.writeLine(contact, STYLES.margin, PAGE.left, PAGE.bottom + 16);
      sheet.writeLine(LABELS.page(page + 1, count), STYLES.margin, PAGE.right, PAGE.bottom + 16, 'right');
    });
  }
}

/** Returns name, phone and mail address as far as they fit beside the page number. The first page has all of them in its letterhead. */
function footerContact(sheet: Sheet, { platformName, supportPhone, supportEmail }: Branding, page: string): string {
  const width = CONTENT_WIDTH - MARGIN_GAP - sheet.widthOf(page, STYLES.margin);
  const choices = [
    [platformName, supportPhone, supportEmail],
    [platformName, supportPhone],
  ].map((parts) => parts.filter(Boolean).join('  ·  '));
  const fitting = choices.find((text) => sheet.widthOf(text, STYLES.margin) <= width);
  return fitting ?? sheet.shorten(platformName, STYLES.margin, width);
}
