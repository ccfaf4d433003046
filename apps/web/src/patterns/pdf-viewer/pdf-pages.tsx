import { PdfPage } from './pdf-page.tsx';
import { PDF_VIEWER_MESSAGES } from './pdf-viewer.messages.ts';
import classes from './pdf-viewer.module.css';
import type { PageView } from './use-page-view.ts';
import type { OpenPdf } from './use-pdf.ts';

/** All pages of a document in one scrolling column. */
export function PdfPages({ pdf, view }: { pdf: OpenPdf; view: PageView }) {
  const { scale, firstSize, onScroll, scrollerRef } = view;
  const numbers = Array.from({ length: pdf.document.numPages }, (_none, index) => index + 1);
  return (
    <section
      ref={scrollerRef}
      className={classes.pages}
      aria-label={PDF_VIEWER_MESSAGES.pages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      {scale && firstSize
        ? numbers.map((number) => <PdfPage key={number} pdf={pdf} number={number} scale={scale} expectedSize={firstSize} />)
        : null}
    </section>
  );
}
