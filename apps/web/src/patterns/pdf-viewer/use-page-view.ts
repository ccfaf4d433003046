import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PageSize } from './pdf-page.tsx';
import type { OpenPdf } from './use-pdf.ts';

/** Horizontal space around the pages, both sides together. */
const MARGIN = 32;

/** The current page and zoom of a document. */
export interface PageView {
  page: number;
  pageCount: number;
  /** Null until the first page's size is known. */
  scale: number | null;
  firstSize: PageSize | null;
  isFitted: boolean;
  goTo(page: number): void;
  zoomIn(): void;
  zoomOut(): void;
  fitWidth(): void;
  onScroll(): void;
  /** Ref for the scrolling element. */
  scrollerRef(element: HTMLElement | null): void;
}

/** Tracks the page and zoom of an open document. */
export function usePageView(pdf: OpenPdf | null): PageView {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [page, setPage] = useState(1);
  const [firstSize, setFirstSize] = useState<PageSize | null>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLElement>();
  const scroller = useRef<HTMLElement | null>(null);
  const scrollerRef = useMergedRef<HTMLElement>(sizeRef, scroller);

  useEffect(() => {
    if (!pdf) return;
    let isCurrent = true;
    setPage(1);
    pdf.document.getPage(1).then(
      (first) => {
        const { width: pageWidth, height } = first.getViewport({ scale: 1 });
        if (isCurrent) setFirstSize({ width: pageWidth, height });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf]);

  const scale = firstSize && width > 0 ? scaleOf(zoom, firstSize.width, width - MARGIN) : null;

  const goTo = useCallback((wanted: number) => {
    const target = scroller.current?.querySelector<HTMLElement>(`[data-page="${wanted}"]`);
    if (target && scroller.current) scroller.current.scrollTo({ top: target.offsetTop - MARGIN / 2 });
  }, []);

  const onScroll = useCallback(() => {
    const window = scroller.current;
    if (!window) return;
    const middle = window.scrollTop + window.clientHeight / 2;
    const pages = [...window.querySelectorAll<HTMLElement>('[data-page]')];
    const shown = pages.findLast((candidate) => candidate.offsetTop <= middle);
    // The last page may be too short to reach the middle.
    const isAtEnd = window.scrollTop + window.clientHeight >= window.scrollHeight - 1;
    setPage(Number((isAtEnd ? pages.at(-1) : shown)?.dataset.page ?? 1));
  }, []);

  const step = (direction: 'in' | 'out') => () => {
    if (scale) setZoom(stepZoom(scale, direction));
  };
  return {
    page,
    pageCount: pdf?.document.numPages ?? 0,
    scale,
    firstSize,
    isFitted: zoom === 'fit',
    goTo,
    zoomIn: step('in'),
    zoomOut: step('out'),
    fitWidth: () => setZoom('fit'),
    onScroll,
    scrollerRef,
  };
}

/** The zoom: 'fit' for the window's width, or a factor of the natural size. */
type Zoom = 'fit' | number;

const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3] as const;
/** Limits 'fit' on large screens, where a page would be as large as a poster. */
const MAX_FIT_SCALE = 1.8;
/** A PDF has 72 units per inch, a screen 96 pixels. */
const NATURAL_SCALE = 96 / 72;

/** Returns the pixels per PDF unit at this zoom. */
export function scaleOf(zoom: Zoom, pageWidth: number, windowWidth: number): number {
  const scale = zoom === 'fit' ? Math.min(windowWidth / pageWidth, MAX_FIT_SCALE) : zoom * NATURAL_SCALE;
  return Math.max(0.1, scale);
}

/** Returns a scale as a percentage of the natural size, such as `125%`. */
export function formatZoom(scale: number): string {
  return `${Math.round((scale / NATURAL_SCALE) * 100)}%`;
}

/** Returns the next zoom step up or down, or the current zoom if there is none. */
export function stepZoom(scale: number, direction: 'in' | 'out'): number {
  const now = scale / NATURAL_SCALE;
  const closeness = 0.005;
  const next = direction === 'in' ? STEPS.find((step) => step > now + closeness) : STEPS.findLast((step) => step < now - closeness);
  return next ?? now;
}
