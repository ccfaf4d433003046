import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Built for older browsers too: a phone that is three years old is what stands on a job site.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import boldUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import regularUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The documents name Helvetica without carrying it, and a phone has none: these two have its measures. */
const FONTS: Record<string, string> = { 'LiberationSans-Bold.ttf': boldUrl, 'LiberationSans-Regular.ttf': regularUrl };

/** Hands pdf.js the files it asks for by name, from the addresses the build gave them. */
class BundledFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = FONTS[filename];
    if (!url) throw new Error(`${filename} is not part of the portal.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} could not be loaded (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a document; whoever opens it destroys it. */
export function openPdf(bytes: Uint8Array): ReturnType<typeof getDocument> {
  return getDocument({
    // The worker takes the bytes for itself; the caller still needs his for the download.
    data: bytes.slice(),
    BinaryDataFactory: BundledFiles,
    useWorkerFetch: false,
    useSystemFonts: false,
    // The content security policy allows no code that is made at run time, and WebAssembly counts as such.
    useWasm: false,
    enableXfa: false,
  });
}

/** Lays a page's text out in an element, each run where it stands on the page; answers how to give it up. */
export function layOutText(page: PDFPageProxy, container: HTMLElement): () => void {
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport: page.getViewport({ scale: 1 }) });
  layer.render().catch(() => undefined);
  return () => layer.cancel();
}

export type { PDFDocumentProxy, PDFPageProxy };
