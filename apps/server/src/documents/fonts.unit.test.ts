import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { type FontName, selectFont } from './fonts.ts';
import { wordsOfPdf } from './testing/pdf-text.ts';

const TEXT = 'AVATAR Too, LT. 11/17 y.';
const NAMES: FontName[] = ['Helvetica', 'Helvetica-Bold'];

it.each(NAMES)('documents that share %s measure and print like one that read it by itself', async (name) => {
  const alone = new PDFDocument().font(name, 10).widthOfString(TEXT);
  for (const _ of ['first', 'second', 'third']) {
    const pdf = new PDFDocument();
    const bytes = buffer(pdf);
    for (const each of [name, ...NAMES]) {
      selectFont(pdf, each, 10, TEXT);
      pdf.text(`${each} ${TEXT}`);
    }
    selectFont(pdf, name, 10, TEXT);
    expect(pdf.widthOfString(TEXT)).toBe(alone);
    pdf.end();
    const words = wordsOfPdf(await bytes);
    for (const each of NAMES) expect(words).toContain(`${each} ${TEXT}`);
  }
});
