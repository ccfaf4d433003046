import { useLayoutEffect, useState } from 'react';

/** What the browser calls 16 px unless a person asks for larger text. */
const STANDARD_REM_PX = 16;

interface ElementWidth {
  /** The inner width without its scroll bar; 0 while there is no element. */
  widthPx: number;
  /** How much larger than usual the browser's text is. */
  textScale: number;
}

/** An element's width, known before the first paint and kept up, and the size of the text that has to fit into it. */
export function useElementWidth(element: HTMLElement | null): ElementWidth {
  const [widthPx, setWidthPx] = useState(0);
  const [textScale, setTextScale] = useState(1);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = (): void => {
      setWidthPx(element.clientWidth);
      setTextScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / STANDARD_REM_PX);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { widthPx, textScale };
}
