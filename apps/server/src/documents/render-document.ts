import { buffer } from 'node:stream/consumers';
import type { Branding } from '@yardage/contract/public-config';
import PDFDocument from 'pdfkit';
import type { DocumentDefinition, Section } from './document-definition.ts';
import { drawFacts } from './draw-facts.ts';
import { drawFooters, drawLetterhead, drawRunningHead, drawTitle } from './draw-letterhead.ts';
import { drawSignature } from './draw-signature.ts';
import { drawTable } from './draw-table.ts';
import { drawText } from './draw-text.ts';
import { drawTotals } from './draw-totals.ts';
import { PAGE } from './page-style.ts';
import { Sheet } from './sheet.ts';

export interface RenderOptions {
  /** The brand's logo, PNG or JPEG; without it the letterhead shows the platform's name. */
  logo?: Buffer;
}

/** Makes the PDF of a document on the brand's letterhead. */
export async function renderDocument(branding: Branding, definition: DocumentDefinition, options: RenderOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${definition.title} ${definition.number}`, Author: branding.platformName, Creator: 'Yardage', Producer: 'PDFKit' },
  });
  const bytes = buffer(pdf);
  const sheet = new Sheet(pdf, (page) => drawRunningHead(page, branding, definition));
  drawLetterhead(sheet, branding, options.logo);
  drawTitle(sheet, definition);
  await drawFacts(sheet, definition.facts);
  for (const section of definition.sections) await drawSection(sheet, section);
  drawFooters(sheet, branding);
  pdf.end();
  return bytes;
}

function drawSection(sheet: Sheet, section: Section): Promise<void> {
  switch (section.kind) {
    case 'table':
      return drawTable(sheet, section);
    case 'totals':
      return drawTotals(sheet, section);
    case 'text':
      return drawText(sheet, section);
    case 'signature':
      return drawSignature(sheet, section);
  }
}
