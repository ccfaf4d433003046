import { readFileSync } from 'node:fs';
import { EMBEDDED_LETTERS } from './printable-text.ts';

const FILES = {
  Helvetica: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  'Helvetica-Bold': import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
} as const;
export type FontName = keyof typeof FILES;

/** The fonts that this thread has opened. Opening one takes as long as drawing several documents, so all documents share it. */
const opened = new Map<FontName, PDFKit.Mixins.PDFFontSource>();

/** Selects the font of a line: Helvetica, or the embedded one if Helvetica lacks a letter. Only the letters in use are embedded. */
export function selectFont(pdf: PDFKit.PDFDocument, name: FontName, size: number, line: string): void {
  if (!EMBEDDED_LETTERS.test(line)) {
    pdf.font(name, size);
    return;
  }
  pdf.registerFont(`embedded ${name}`, opened.get(name) ?? readFileSync(new URL(FILES[name]))).font(`embedded ${name}`, size);
  // PDFKit takes an opened font as a source, too, but has no public name for the one that it opened.
  if (!opened.has(name)) opened.set(name, (pdf as unknown as { _font: { font: PDFKit.Mixins.PDFFontSource } })._font.font);
}
