import type { PDFDocumentProxy } from './pdf-engine.ts';
import { drawPage } from './pdf-page.tsx';
import classes from './print-pdf.module.css';

/** Sharp on paper, and small enough for a phone's memory. */
const DOTS_PER_INCH = 200;
const UNITS_PER_INCH = 72;

/**
 * Prints a document as images on a sheet that is visible only in print. The content security policy forbids a frame with the document,
 * and mobile browsers would not print it.
 */
export async function printPdf(pdf: PDFDocumentProxy): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = classes.sheet ?? '';
  const style = document.createElement('style');
  const urls: string[] = [];
  const remove = (): void => {
    sheet.remove();
    style.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  };
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      if (number === 1) style.textContent = pageRule(page.getViewport({ scale: 1 }));
      const image = new Image();
      const url = await pictureOf(await drawPage(page, 1, DOTS_PER_INCH / UNITS_PER_INCH, 'print').done);
      urls.push(url);
      image.src = url;
      image.alt = '';
      sheet.append(image);
      await image.decode();
    }
    document.head.append(style);
    document.body.append(sheet);
    window.addEventListener('afterprint', remove, { once: true });
    window.print();
  } catch (cause) {
    remove();
    throw cause;
  }
}

function pageRule({ width, height }: { width: number; height: number }): string {
  return `@page { size: ${width}pt ${height}pt; margin: 0; }`;
}

function pictureOf(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(URL.createObjectURL(blob)) : reject(new Error('A page could not be drawn.'))), 'image/png');
  });
}
