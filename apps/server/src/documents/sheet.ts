import { setImmediate } from 'node:timers/promises';
import { selectFont } from './fonts.ts';
import { COLORS, PAGE, type TextStyle } from './page-style.ts';
import { toPrintable } from './printable-text.ts';
import { wrapLines } from './wrap-lines.ts';

/** The role of a piece of content for screen readers. */
type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

/** Position of the baseline as a share of the line height. It centers the letters visually in their line. */
const BASELINE_SHARE = 0.76;
const NO_BREAK_SPACE = '\u00a0';

/** The paper: writes at the current height `y`, and starts a new page at the bottom. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  /** Where the next content goes, measured from the top of the page. */
  y: number = PAGE.top;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #drawHead: (sheet: Sheet) => void;

  /** `drawHead` draws the head of every page except the first. */
  constructor(pdf: PDFKit.PDFDocument, drawHead: (sheet: Sheet) => void) {
    this.pdf = pdf;
    this.#drawHead = drawHead;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  /** Starts a new page if `height` does not fit, and yields to the event loop first. Returns whether it did. */
  async makeRoom(height: number): Promise<boolean> {
    if (this.y + height <= PAGE.bottom) return false;
    await setImmediate();
    this.pdf.addPage();
    this.y = PAGE.top;
    this.#drawHead(this);
    return true;
  }

  /** Wraps a text into lines of a width. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    const printable = toPrintable(text);
    selectFont(this.pdf, style.font, style.size, printable);
    return wrapLines(printable, width, (piece) => this.pdf.widthOfString(piece));
  }

  /** Returns the width of the text's widest line. */
  widthOf(text: string, style: TextStyle): number {
    const printable = toPrintable(text);
    selectFont(this.pdf, style.font, style.size, printable);
    return Math.max(...printable.split('\n').map((line) => this.pdf.widthOfString(line)));
  }

  /** Returns the width of the text's widest word: the least width at which it breaks at spaces only. */
  widthOfWord(text: string, style: TextStyle): number {
    return this.widthOf(text.replaceAll(' ', '\n'), style);
  }

  /** Returns the text on one line, shortened with an ellipsis if it is wider than `width`. */
  shorten(text: string, style: TextStyle, width: number): string {
    const line = text.replaceAll('\n', ' ');
    if (this.widthOf(line, style) <= width) return line;
    const [head = ''] = this.wrap(line.replaceAll(' ', NO_BREAK_SPACE), style, width - this.widthOf('…', style));
    return `${head.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()}…`;
  }

  /** Writes wrapped lines. `x` is their left edge, or their right edge if aligned right. */
  write(lines: readonly string[], style: TextStyle, x: number, y: number, align: 'left' | 'right' = 'left'): void {
    this.pdf.fillColor(style.color);
    for (const [index, line] of lines.entries()) {
      if (!line) continue;
      selectFont(this.pdf, style.font, style.size, line);
      const left = align === 'left' ? x : x - this.pdf.widthOfString(line);
      const baseline = y + index * style.lineHeight + style.lineHeight * BASELINE_SHARE;
      this.pdf.text(line, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
    }
  }

  /** Writes a text on one line, without wrapping. */
  writeLine(text: string, style: TextStyle, x: number, y: number, align: 'left' | 'right' = 'left'): void {
    this.write([toPrintable(text).replaceAll('\n', ' ')], style, x, y, align);
  }

  /** Draws a horizontal line, which screen readers skip. */
  rule(y: number, options: { from?: number; to?: number; color?: string; thickness?: number } = {}): void {
    const { from = PAGE.left, to = PAGE.right, color = COLORS.hairline, thickness = 0.5 } = options;
    this.artifact(() => this.pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).strokeColor(color).stroke());
  }

  /** Draws decoration or repetition, which screen readers skip. */
  artifact(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Draws content with its role, inside a group or the document itself. */
  content(role: Role, draw: () => void, within: PDFKit.PDFStructureElement = this.#root): void {
    const element = this.pdf.struct(role);
    within.add(element);
    element.add(draw);
    element.end();
  }

  /** Draws a picture with a description for screen readers. */
  figure(description: string, draw: () => void, within: PDFKit.PDFStructureElement = this.#root): void {
    const element = this.pdf.struct('Figure', { alt: description });
    within.add(element);
    element.add(draw);
    element.end();
  }

  /** Opens a group of content. The caller ends it when it is complete. */
  group(role: Role, within: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const element = this.pdf.struct(role);
    within.add(element);
    return element;
  }
}
