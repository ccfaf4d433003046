import { useEffect, useId } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';

/** What waits for the user, such as unread chats, by the component that counts it. */
const counts = createStore<ReadonlyMap<string, number>>({ initial: new Map() });

const total = (byComponent: ReadonlyMap<string, number>): number => [...byComponent.values()].reduce((sum, count) => sum + count, 0);

/** Adds to the count in the browser's title while the component is mounted. */
export function useTitleMark(count: number): void {
  const id = useId();
  useEffect(() => {
    counts.set((before) => new Map(before).set(id, count));
    return () => counts.set((before) => new Map([...before].filter(([other]) => other !== id)));
  }, [id, count]);
}

/** Returns the total count for the browser's title. */
export function useTitleCount(): number {
  return useStore(counts, total);
}

/** Names of the open records by component, in the order in which they opened. */
const names = createStore<ReadonlyMap<string, string>>({ initial: new Map() });

const topName = (open: ReadonlyMap<string, string>): string => [...open.values()].at(-1) ?? '';

/** Puts the name of an open record before the page's name in the browser's title. The record that opened last wins. */
export function useRecordTitle(isOpen: boolean, name: string): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    // Setting a known id keeps its place in the order.
    names.set((before) => new Map(before).set(id, name));
  }, [id, isOpen, name]);
  useEffect(() => {
    if (!isOpen) return;
    return () => names.set((before) => new Map([...before].filter(([other]) => other !== id)));
  }, [id, isOpen]);
}

/** Returns the name of the record that is on top; empty if none is open. */
export function useOpenRecord(): string {
  return useStore(names, topName);
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
