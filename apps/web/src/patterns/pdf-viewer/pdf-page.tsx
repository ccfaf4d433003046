import { useEffect, useRef, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import type { PDFPageProxy } from './pdf-engine.ts';
import { PDF_VIEWER_MESSAGES } from './pdf-viewer.messages.ts';
import classes from './pdf-viewer.module.css';
import type { OpenPdf } from './use-pdf.ts';

/** A page is rendered when it is this close to the visible area. */
const NEAR = '800px 0px';

export interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
  pdf: OpenPdf;
  number: number;
  scale: number;
  /** The first page's size, used until this page has loaded. */
  expectedSize: PageSize;
}

/** One page: a canvas, with a text layer above it for selection, search and screen readers. */
export function PdfPage({ pdf, number, scale, expectedSize }: PdfPageProps) {
  const frame = useRef<HTMLElement>(null);
  const isNear = useIsNear(frame);
  const [page, setPage] = useState<PDFPageProxy | null>(null);

  useEffect(() => {
    if (!isNear) return;
    let isCurrent = true;
    pdf.document.getPage(number).then(
      (loaded) => isCurrent && setPage(loaded),
      (cause: unknown) => isCurrent && logFailure(`Page ${number} could not be read.`, cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, number, isNear]);

  const { width, height } = page ? page.getViewport({ scale: 1 }) : expectedSize;
  return (
    <section
      ref={frame}
      className={classes.page}
      style={{ width: Math.floor(width * scale), height: Math.floor(height * scale) }}
      aria-label={PDF_VIEWER_MESSAGES.page(number, pdf.document.numPages)}
      data-page={number}
    >
      {page ? <Drawing page={page} scale={scale} /> : null}
      {page ? <Text page={page} scale={scale} layOut={pdf.layOutText} /> : null}
    </section>
  );
}

function Drawing({ page, scale }: { page: PDFPageProxy; scale: number }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const drawing = drawPage(page, scale, window.devicePixelRatio || 1);
    // The canvas of the previous scale stays, stretched, until the new one is ready.
    drawing.done.then(
      (canvas) => isCurrent && holder.current?.replaceChildren(canvas),
      (cause: unknown) => isCurrent && logFailure('A page could not be drawn.', cause),
    );
    return () => {
      isCurrent = false;
      drawing.cancel();
    };
  }, [page, scale]);
  return <div ref={holder} className={classes.drawing} aria-hidden="true" />;
}

function Text({ page, scale, layOut }: { page: PDFPageProxy; scale: number; layOut: OpenPdf['layOutText'] }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = document.createElement('div');
    container.className = classes.text ?? '';
    holder.current?.replaceChildren(container);
    return layOut(page, container);
  }, [page, layOut]);
  return <div ref={holder} style={{ '--total-scale-factor': scale } as React.CSSProperties} />;
}

function useIsNear(target: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!target.current || isNear) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true), {
      rootMargin: NEAR,
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, isNear]);
  return isNear;
}

/** Phones do not support canvases much larger than this. */
const MAX_CANVAS_PIXELS = 16_000_000;

/** A page being rendered into a canvas, with a way to cancel it. */
export interface PageDrawing {
  done: Promise<HTMLCanvasElement>;
  cancel(): void;
}

/** Renders a page at a scale. `density` is the number of canvas pixels per CSS pixel, reduced if the canvas would be too large. */
export function drawPage(page: PDFPageProxy, scale: number, density: number, intent: 'display' | 'print' = 'display'): PageDrawing {
  const { width, height } = page.getViewport({ scale });
  const affordable = Math.min(density, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: scale * affordable });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, intent });
  return { done: task.promise.then(() => canvas), cancel: () => task.cancel() };
}
