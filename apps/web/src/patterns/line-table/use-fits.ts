import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a ref for the place of a table, and whether the table fits into it. One that did not is tried again once its place is as wide as
 * the table was. It is measured when the width of its place changes, or the number of its lines, but not while people edit a cell.
 */
export function useFits(lineCount: number): { place: RefObject<HTMLDivElement | null>; isFitting: boolean } {
  const place = useRef<HTMLDivElement>(null);
  const [neededWidth, setNeededWidth] = useState(0);
  // Runs again when the table is shown again, because its content may have changed meanwhile.
  useLayoutEffect(() => {
    const box = place.current;
    if (!box || lineCount === 0) return;
    let measuredWidth = -1;
    const measure = (): void => {
      if (box.clientWidth === measuredWidth) return;
      measuredWidth = box.clientWidth;
      const table = box.querySelector<HTMLElement>(':scope > table');
      const isTooWide = table !== null && table.offsetWidth > measuredWidth + 1;
      if (isTooWide) setNeededWidth(table.offsetWidth);
      else if (table || measuredWidth >= neededWidth) setNeededWidth(0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [lineCount, neededWidth]);
  return { place, isFitting: neededWidth === 0 };
}
