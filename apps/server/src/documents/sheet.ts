import { setImmediate } from 'node:timers/promises';
import { COLORS, PAGE, type TextStyle } from './page-style.ts';
import { toPrintable } from './printable-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** What a piece of the page is to a screen reader. */
type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

/** Text height above the baseline, as a share of the line: puts the letters optically in the middle of their line. */
const BASELINE_SHARE = 0.76;

/** The paper: a place to write on, a line that moves down, and new pages when it has reached the bottom. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  /** Where the next thing goes, from the top of the page. */
  y: number = PAGE.top;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #drawHead: (sheet: Sheet) => void;

  /** `drawHead` draws the head of every page but the first. */
  constructor(pdf: PDFKit.PDFDocument, drawHead: (sheet: Sheet) => void) {
    this.pdf = pdf;
    this.#drawHead = drawHead;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  /** Begins a new page unless so much still fits; meanwhile others have their turn. Answers whether it did. */
  async makeRoom(height: number): Promise<boolean> {
    if (this.y + height <= PAGE.bottom) return false;
    await setImmediate();
    this.pdf.addPage();
    this.y = PAGE.top;
    this.#drawHead(this);
    return true;
  }

  /** The lines that a text takes in a width. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    this.pdf.font(style.font, style.size);
    return wrapLines(toPrintable(text), width, (piece) => this.pdf.widthOfString(piece));
  }

  /** How wide the widest line of a text is. */
  widthOf(text: string, style: TextStyle): number {
    this.pdf.font(style.font, style.size);
    return Math.max(
      ...toPrintable(text)
        .split('\n')
        .map((line) => this.pdf.widthOfString(line)),
    );
  }

  /** Writes lines that were wrapped before; `x` is their left edge, or their right one for text that goes right. */
  write(lines: readonly string[], style: TextStyle, x: number, y: number, align: 'left' | 'right' = 'left'): void {
    this.pdf.font(style.font, style.size).fillColor(style.color);
    for (const [index, line] of lines.entries()) {
      if (!line) continue;
      const left = align === 'left' ? x : x - this.pdf.widthOfString(line);
      const baseline = y + index * style.lineHeight + style.lineHeight * BASELINE_SHARE;
      this.pdf.text(line, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
    }
  }

  /** Writes one line as it is. */
  writeLine(text: string, style: TextStyle, x: number, y: number, align: 'left' | 'right' = 'left'): void {
    this.write([toPrintable(text).replaceAll('\n', ' ')], style, x, y, align);
  }

  /** A horizontal line; no content to a screen reader. */
  rule(y: number, options: { from?: number; to?: number; color?: string; thickness?: number } = {}): void {
    const { from = PAGE.left, to = PAGE.right, color = COLORS.hairline, thickness = 0.5 } = options;
    this.artifact(() => this.pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(color).stroke());
  }

  /** Draws what only decorates or repeats. */
  artifact(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Draws content with its role, within another piece or the document itself. */
  content(role: Role, draw: () => void, within: PDFKit.PDFStructureElement = this.#root): void {
    const element = this.pdf.struct(role);
    within.add(element);
    element.add(draw);
    element.end();
  }

  /** Draws a picture, with what it shows for those who do not see it. */
  figure(description: string, draw: () => void): void {
    const element = this.pdf.struct('Figure', { alt: description });
    this.#root.add(element);
    element.add(draw);
    element.end();
  }

  /** A piece that holds others; to be ended when they are complete. */
  group(role: Role, within: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const element = this.pdf.struct(role);
    within.add(element);
    return element;
  }
}
