import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

const PAGE_ROWS = 10;

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_index, last) => last,
};

/** What the arrow keys reach in a row: the controls of each cell, or the cell itself if it only shows something. */
function stopsOf(line: Element | null): HTMLElement[] {
  return [...(line?.querySelectorAll<HTMLElement>('th, td') ?? [])].flatMap((cell) => {
    const controls = [...cell.querySelectorAll<HTMLElement>('[data-row-control]')];
    return controls.length > 0 ? controls : cell.tabIndex === -1 && cell.hasAttribute('tabindex') ? [cell] : [];
  });
}

const columnOf = (stop: HTMLElement): string | null | undefined => stop.closest('th, td')?.getAttribute('aria-colindex');

/** Returns the stop in the same column, else the nearest place: a group's row has one stop only, and actions may be missing. */
function stopBeside(stops: readonly HTMLElement[], column: string | null | undefined): HTMLElement | undefined {
  const before = stops.filter((stop) => Number(columnOf(stop) ?? 0) <= Number(column ?? 0));
  return stops.find((stop) => columnOf(stop) === column) ?? before.at(-1) ?? stops[0];
}

/** Arrow keys between rows: one row is active and has the Tab stop. The others are reached by keys, even if they are not rendered yet. */
export function useRowFocus(items: readonly { key: string }[], scrollTo: (index: number) => void) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const wanted = useRef<{ line: string; body: Element } | null>(null);
  /** The column that up and down keep to, also across the headings of groups. */
  const column = useRef<string | null | undefined>(null);
  const activeIndex = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  );

  // The row may not have been rendered when the key was pressed; now it is.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { line, body } = wanted.current;
    const target = stopBeside(stopsOf(body.querySelector(`[data-line="${CSS.escape(line)}"]`)), column.current);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.target instanceof HTMLElement)) return;
    const line = event.target.closest('[data-line]');
    const stops = stopsOf(line);
    const stop = stops.indexOf(event.target);
    if (!line || stop < 0) return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sideways !== 0) {
      // The scroll area would move as well.
      event.preventDefault();
      stops[stop + sideways]?.focus();
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const last = items.length - 1;
    const index = Math.min(last, Math.max(0, step(activeIndex, last)));
    const next = items[index];
    if (!next || index === activeIndex) return;
    column.current = columnOf(event.target) ?? column.current;
    wanted.current = { line: next.key, body: event.currentTarget };
    setActiveKey(next.key);
    scrollTo(index);
  };

  return { activeIndex, onKeyDown, activate: useCallback((key: string) => setActiveKey(key), []) };
}
