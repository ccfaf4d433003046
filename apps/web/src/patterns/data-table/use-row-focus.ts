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

const controlsOf = (line: Element | null): HTMLElement[] => [...(line?.querySelectorAll<HTMLElement>('[data-row-control]') ?? [])];

/** Arrow keys between rows: one row is active and has the Tab stop. The others are reached by keys, even if they are not rendered yet. */
export function useRowFocus(items: readonly { key: string }[], scrollTo: (index: number) => void) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const wanted = useRef<{ line: string; control: number; body: Element } | null>(null);
  const activeIndex = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  );

  // The row may not have been rendered when the key was pressed; now it is.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { line, control, body } = wanted.current;
    const controls = controlsOf(body.querySelector(`[data-line="${CSS.escape(line)}"]`));
    const target = controls[Math.min(control, controls.length - 1)];
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.target instanceof HTMLElement)) return;
    const line = event.target.closest('[data-line]');
    const controls = controlsOf(line);
    const control = controls.indexOf(event.target);
    if (!line || control < 0) return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sideways !== 0) {
      controls[control + sideways]?.focus();
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const last = items.length - 1;
    const index = Math.min(last, Math.max(0, step(activeIndex, last)));
    const next = items[index];
    if (!next || index === activeIndex) return;
    wanted.current = { line: next.key, control, body: event.currentTarget };
    setActiveKey(next.key);
    scrollTo(index);
  };

  return { activeIndex, onKeyDown, activate: useCallback((key: string) => setActiveKey(key), []) };
}
