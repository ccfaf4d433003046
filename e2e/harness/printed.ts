import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

/** The parts of pdf.js that read a document's text. It is a dependency of the web app, and tests reuse it. */
interface PdfReader {
  getDocument(source: { data: Uint8Array; verbosity: number }): { promise: Promise<PdfFile> };
}
interface PdfFile {
  numPages: number;
  getPage(number: number): Promise<{
    getViewport(options: { scale: number }): { width: number };
    getTextContent(): Promise<{ items: { str: string; width: number; transform: number[] }[] }>;
  }>;
}

const fromWebApp = createRequire(new URL('../../apps/web/package.json', import.meta.url));

interface Printed {
  text: string;
  /** Texts that are cut off at the edge of the paper. */
  cut: string[];
}

/** Returns the text of a page as the browser prints it in portrait. */
export async function printed(page: Page, format: 'A4' | 'Letter'): Promise<Printed> {
  const reader: PdfReader = await import(pathToFileURL(fromWebApp.resolve('pdfjs-dist/legacy/build/pdf.mjs')).href);
  const pdf = await reader.getDocument({ data: new Uint8Array(await page.pdf({ format })), verbosity: 0 }).promise;
  const texts: string[] = [];
  const cut: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const { width } = sheet.getViewport({ scale: 1 });
    for (const { str, width: textWidth, transform } of (await sheet.getTextContent()).items) {
      texts.push(str);
      const left = transform[4] ?? 0;
      if (str.trim() !== '' && (left < 0 || left + textWidth > width)) cut.push(str);
    }
  }
  return { text: texts.join(' ').replace(/\s+/g, ' '), cut };
}
