import { useLayoutEffect, useState } from 'react';

/** The browser's default root font size. */
const STANDARD_REM_PX = 16;

interface ElementWidth {
  /** The inner width without the scroll bar; 0 while there is no element. */
  widthPx: number;
  /** The browser's text size relative to the default. */
  textScale: number;
}

/** Returns an element's width, measured before the first paint and on every resize, and the text scale. */
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
