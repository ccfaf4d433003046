import { buffer } from 'node:stream/consumers';
import { currentLocale } from '@yardage/messages/messages';
import PDFDocument from 'pdfkit';
import type { DocumentDefinition, Section } from './document-definition.ts';
import { drawFacts, drawFactsSection } from './draw-facts.ts';
import { drawFooters, drawLetterhead, drawRunningHead, drawTitle } from './draw-letterhead.ts';
import { drawPictures } from './draw-pictures.ts';
import { drawSignature, signatureHeight } from './draw-signature.ts';
import { drawTable } from './draw-table.ts';
import { drawText } from './draw-text.ts';
import { drawTotals, GAP_BELOW_TOTALS, totalsHeight } from './draw-totals.ts';
import type { Letterhead } from './letterhead.ts';
import { PAGE } from './page-style.ts';
import { Sheet } from './sheet.ts';

/** Renders a document as PDF on the brand's letterhead. */
export async function renderDocument(branding: Letterhead, definition: DocumentDefinition): Promise<Buffer> {
  const pdf = openPdf(branding, `${definition.title} ${definition.number}`);
  const bytes = buffer(pdf);
  await drawDocument(pdf, branding, definition);
  pdf.end();
  return bytes;
}

/** Many documents as one PDF. Each step returns the bytes that are ready, so that only a few documents are in memory at a time. */
export class MergedPdf {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #branding: Letterhead;
  #isEmpty = true;

  constructor(branding: Letterhead, title: string) {
    this.#branding = branding;
    this.#pdf = openPdf(branding, title);
  }

  /** Adds a document, starting on a new page. */
  async add(definition: DocumentDefinition): Promise<Buffer> {
    if (!this.#isEmpty) this.#pdf.addPage();
    this.#isEmpty = false;
    await drawDocument(this.#pdf, this.#branding, definition);
    this.#pdf.flushPages();
    return (this.#pdf.read() as Buffer | null) ?? Buffer.alloc(0);
  }

  /** Returns the remaining bytes. */
  end(): Promise<Buffer> {
    this.#pdf.end();
    return buffer(this.#pdf);
  }
}

function openPdf(branding: Letterhead, title: string): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // None until one is selected.
    font: null as unknown as string,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: currentLocale(),
    displayTitle: true,
    info: { Title: title, Author: branding.platformName, Creator: 'Yardage', Producer: 'PDFKit' },
  });
}

async function drawDocument(pdf: PDFKit.PDFDocument, branding: Letterhead, definition: DocumentDefinition): Promise<void> {
  const sheet = new Sheet(pdf, (page) => drawRunningHead(page, branding, definition));
  drawLetterhead(sheet, branding);
  drawTitle(sheet, definition);
  await drawFacts(sheet, definition.facts);
  for (const [index, section] of definition.sections.entries()) {
    await drawSection(sheet, section, heightBelow(sheet, definition.sections, index));
  }
  drawFooters(sheet, branding);
}

/** Returns the height of what follows a section and must not be alone on a page: totals, lines to sign on, or both. */
function heightBelow(sheet: Sheet, sections: readonly Section[], index: number): number {
  const next = sections[index + 1];
  if (next?.kind === 'signature') return signatureHeight(sheet, next);
  if (next?.kind !== 'totals') return 0;
  const further = sections[index + 2];
  const signature = further?.kind === 'signature' ? GAP_BELOW_TOTALS + signatureHeight(sheet, further) : 0;
  return totalsHeight(sheet, next) + signature;
}

function drawSection(sheet: Sheet, section: Section, below: number): Promise<void> {
  switch (section.kind) {
    case 'table':
      return drawTable(sheet, section, below);
    case 'totals':
      return drawTotals(sheet, section);
    case 'text':
      return drawText(sheet, section, below);
    case 'facts':
      return drawFactsSection(sheet, section);
    case 'pictures':
      return drawPictures(sheet, section);
    case 'signature':
      return drawSignature(sheet, section);
  }
}
