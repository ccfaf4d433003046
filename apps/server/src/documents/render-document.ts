import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { DocumentDefinition, Section } from './document-definition.ts';
import { drawFacts } from './draw-facts.ts';
import { drawFooters, drawLetterhead, drawRunningHead, drawTitle } from './draw-letterhead.ts';
import { drawSignature } from './draw-signature.ts';
import { drawTable } from './draw-table.ts';
import { drawText } from './draw-text.ts';
import { drawTotals, totalsHeight } from './draw-totals.ts';
import type { Letterhead } from './letterhead.ts';
import { PAGE } from './page-style.ts';
import { Sheet } from './sheet.ts';

/** Makes the PDF of a document on the brand's letterhead. */
export async function renderDocument(branding: Letterhead, definition: DocumentDefinition): Promise<Buffer> {
  const pdf = openPdf(branding, `${definition.title} ${definition.number}`);
  const bytes = buffer(pdf);
  await drawDocument(pdf, branding, definition);
  pdf.end();
  return bytes;
}

/** How much may wait for its reader before drawing pauses. */
const WAITING_BYTES = 512 * 1024;
const LOOK_AGAIN_MS = 5;

/** Waits until a reader has taken most of what was made for him, or has gone. */
export async function untilRead(output: Readable & { writableLength?: number }): Promise<void> {
  const waiting = () => output.readableLength + (output.writableLength ?? 0);
  while (waiting() > WAITING_BYTES && !output.destroyed) await setTimeout(LOOK_AGAIN_MS);
}

/** Many documents as one PDF, made while it is read: no more than a few of them are in memory at a time. */
export function streamDocuments(branding: Letterhead, title: string, definitions: AsyncIterable<DocumentDefinition>): Readable {
  const pdf = openPdf(branding, title);
  const draw = async () => {
    let isFirst = true;
    for await (const definition of definitions) {
      if (!isFirst) pdf.addPage();
      isFirst = false;
      await drawDocument(pdf, branding, definition);
      pdf.flushPages();
      // Others have their turn between two documents.
      await setImmediate();
      await untilRead(pdf);
      if (pdf.destroyed) return;
    }
    pdf.end();
  };
  draw().catch((error) => pdf.destroy(error));
  return pdf;
}

function openPdf(branding: Letterhead, title: string): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
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
    const next = definition.sections[index + 1];
    await drawSection(sheet, section, next?.kind === 'totals' ? totalsHeight(sheet, next) : 0);
  }
  drawFooters(sheet, branding);
}

function drawSection(sheet: Sheet, section: Section, totalsBelow: number): Promise<void> {
  switch (section.kind) {
    case 'table':
      return drawTable(sheet, section, totalsBelow);
    case 'totals':
      return drawTotals(sheet, section);
    case 'text':
      return drawText(sheet, section);
    case 'signature':
      return drawSignature(sheet, section);
  }
}
