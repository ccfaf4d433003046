import { useEffect, useId } from 'react';
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
