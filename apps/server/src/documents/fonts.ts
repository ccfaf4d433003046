import { readFileSync } from 'node:fs';
import { EMBEDDED_LETTERS } from './printable-text.ts';

const FILES = {
  Helvetica: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  'Helvetica-Bold': import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
} as const;
export type FontName = keyof typeof FILES;

/** A font in a document, and the document's list of them. PDFKit has no public names for them. */
interface DocumentFont {
  document: unknown;
  id: string;
  font: PDFKit.Mixins.PDFFontSource & Partial<Metrics>;
}
interface DocumentFonts {
  _font: DocumentFont;
  _fontFamilies: Record<string, DocumentFont>;
  _fontCount: number;
}

/** Helvetica's pairs of letters that move closer together, by the names of both. */
interface Metrics {
  kernPairs: Record<string, number>;
  getKernPair(left: string, right: string): number;
}

/** The embedded fonts that this thread has opened. Opening one takes as long as drawing several documents, so all documents share it. */
const opened = new Map<FontName, PDFKit.Mixins.PDFFontSource>();
/** Helvetica as this thread first read it. PDFKit would read its metrics again for each document, which takes an eighth of the time. */
const standard = new Map<FontName, DocumentFont>();

/** Selects the font of a line: Helvetica, or the embedded one if Helvetica lacks a letter. Only the letters in use are embedded. */
export function selectFont(pdf: PDFKit.PDFDocument, name: FontName, size: number, line: string): void {
  const fonts = pdf as unknown as DocumentFonts;
  if (!EMBEDDED_LETTERS.test(line)) {
    selectStandard(pdf, fonts, name, size);
    return;
  }
  pdf.registerFont(`embedded ${name}`, opened.get(name) ?? readFileSync(new URL(FILES[name]))).font(`embedded ${name}`, size);
  if (!opened.has(name)) opened.set(name, fonts._font.font);
}

function selectStandard(pdf: PDFKit.PDFDocument, fonts: DocumentFonts, name: FontName, size: number): void {
  const known = standard.get(name);
  if (known && !fonts._fontFamilies[name]) {
    fonts._fontCount += 1;
    fonts._fontFamilies[name] = copyOf(known, { document: pdf, id: `F${fonts._fontCount}` });
  }
  pdf.font(name, size);
  if (known) return;
  makeKerningFast(fonts._font.font);
  standard.set(name, copyOf(fonts._font, { document: undefined }));
}

const copyOf = (font: DocumentFont, changes: Partial<DocumentFont>): DocumentFont =>
  Object.assign(Object.create(Object.getPrototypeOf(font)), font, changes);

/** PDFKit joins both names for each pair of letters that it measures, which takes longer than everything else about widths. */
function makeKerningFast(metrics: Partial<Metrics>): void {
  const byLeft = new Map<string, Map<string, number>>();
  for (const [pair, amount] of Object.entries(metrics.kernPairs ?? {})) {
    const [left = '', right = ''] = pair.split('\0');
    const byRight = byLeft.get(left) ?? new Map<string, number>();
    byLeft.set(left, byRight.set(right, amount));
  }
  metrics.getKernPair = (left, right) => byLeft.get(left)?.get(right) ?? 0;
}
