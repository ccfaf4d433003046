import { useLayoutEffect, useState } from 'react';

/** An element's inner width without its scroll bar, known before the first paint and kept up; 0 while there is none. */
export function useElementWidth(element: HTMLElement | null): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = (): void => setWidthPx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
