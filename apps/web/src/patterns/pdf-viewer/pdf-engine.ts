import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
// The legacy build, because phones on job sites may be three years old.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import boldUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import regularUrl from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The documents use Helvetica without embedding it, and phones do not have it. These two fonts have the same metrics. */
const FONTS: Record<string, string> = { 'LiberationSans-Bold.ttf': boldUrl, 'LiberationSans-Regular.ttf': regularUrl };

/** Serves the files that pdf.js requests by name from the URLs of the build. */
class BundledFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = FONTS[filename];
    if (!url) throw new Error(`${filename} is not part of the portal.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} could not be loaded (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a document. The caller must destroy it. */
export function openPdf(bytes: Uint8Array): ReturnType<typeof getDocument> {
  return getDocument({
    // The worker takes ownership of the bytes, but the caller still needs them for the download.
    data: bytes.slice(),
    BinaryDataFactory: BundledFiles,
    useWorkerFetch: false,
    useSystemFonts: false,
    // The content security policy forbids code generated at run time, which includes WebAssembly.
    useWasm: false,
    enableXfa: false,
  });
}

/** Renders a page's text layer into an element, positioned like on the page. Returns a function that cancels it. */
export function layOutText(page: PDFPageProxy, container: HTMLElement): () => void {
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport: page.getViewport({ scale: 1 }) });
  layer.render().catch(() => undefined);
  return () => layer.cancel();
}

export type { PDFDocumentProxy, PDFPageProxy };
