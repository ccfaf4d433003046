import { useEffect, useId, useSyncExternalStore } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';

/** The counts by component. */
const marks = createStore<ReadonlyMap<string, number>>({ initial: new Map() });

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Adds to the count in the browser's title while the component is mounted. */
export function useTitleMark(count: number): void {
  const id = useId();
  useEffect(() => {
    marks.set((before) => new Map(before).set(id, count));
    return () => marks.set((before) => new Map([...before].filter(([other]) => other !== id)));
  }, [id, count]);
}

/** Returns the total count for the browser's title. */
export function useTitleCount(): number {
  return useStore(marks, total);
}

/** Names of the open records, in the order in which they opened. */
const names = new Map<string, string>();
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const topName = (): string => [...names.values()].at(-1) ?? '';

/** Puts the name of an open record before the page's name in the browser's title. The record that opened last wins. */
export function useRecordTitle(isOpen: boolean, name: string): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    // Setting a known id keeps its place in the order.
    names.set(id, name);
    publish();
  }, [id, isOpen, name]);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      names.delete(id);
      publish();
    };
  }, [id, isOpen]);
}

/** Returns the name of the record that is on top; empty if none is open. */
export function useOpenRecord(): string {
  return useSyncExternalStore(subscribe, topName);
}

let isFocusWanted = false;

/** Focuses the page's content, so that screen readers read the page's name. If the layout is not there yet, it does so when it is. */
export function focusPage(): void {
  const content = document.querySelector<HTMLElement>('main');
  isFocusWanted = content === null;
  content?.focus({ preventScroll: true });
}

/** Focuses the page's content if that was wanted before the layout was rendered. */
export function focusPageIfWanted(): void {
  if (isFocusWanted) focusPage();
}
