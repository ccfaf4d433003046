import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './view-tabs.module.css';

export interface ViewTabsProps<Value extends string> {
  /** What the tabs select, for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Id of the element with `role="tabpanel"` whose content the tabs change. */
  panelId: string;
  /** Whether another tab cannot be selected now. */
  isDisabled?: boolean;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Returns the id of a tab, for the panel's `aria-labelledby`. */
export const tabId = (panelId: string, value: string): string => `${panelId}-tab-${value}`;

/** Tabs for a few views of one list. Arrow keys move between them. */
export function ViewTabs<Value extends string>({ label, tabs, value, onChange, panelId, isDisabled = false }: ViewTabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = STEPS[event.key]?.(index, tabs.length);
    const target = next === undefined ? undefined : tabs[next];
    if (next === undefined || !target) return;
    event.preventDefault();
    if (!isDisabled) onChange(target.value);
  };
  // The focus follows the selection, and only if the change was made.
  useEffect(() => {
    if (list.current?.contains(document.activeElement)) document.getElementById(tabId(panelId, value))?.focus();
  }, [panelId, value]);
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={tabId(panelId, tab.value)}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          aria-disabled={(isDisabled && tab.value !== value) || undefined}
          onClick={() => !isDisabled && tab.value !== value && onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
