import { useEffect, useId, useSyncExternalStore } from 'react';

const marks = new Map<string, number>();
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const total = (): number => [...marks.values()].reduce((sum, count) => sum + count, 0);

/** Adds to the count in the browser's title while the component is mounted. */
export function useTitleMark(count: number): void {
  const id = useId();
  useEffect(() => {
    marks.set(id, count);
    publish();
    return () => {
      marks.delete(id);
      publish();
    };
  }, [id, count]);
}

/** Returns the total count for the browser's title. */
export function useTitleCount(): number {
  return useSyncExternalStore(subscribe, total);
}
