import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { logFailure } from './log.ts';
import { isOffline, onConnectionChange } from './offline/connection.ts';

const FIRST_AGAIN_MS = 2000;
const LAST_AGAIN_MS = 60_000;

/**
 * A part that is loaded by itself beside what the user has opened, such as the bell. If its script does not arrive, as on a bad connection, it is
 * loaded again later. Otherwise React would unmount everything around it, with what is typed there.
 */
export function lazyBeside<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await untilLoaded(load) }));
}

/**
 * Loads something, and retries after growing pauses, or as soon as the connection is back, until it succeeds. `onFailure` gets a function
 * that ends the current pause.
 */
export async function untilLoaded<T>(load: () => Promise<T>, onFailure?: (again: () => void) => void): Promise<T> {
  for (let againMs = FIRST_AGAIN_MS; ; againMs = Math.min(LAST_AGAIN_MS, againMs * 2)) {
    try {
      return await load();
    } catch (cause) {
      if (againMs === FIRST_AGAIN_MS) logFailure('A part of the page could not be loaded.', cause);
    }
    const { promise: pause, resolve: again } = Promise.withResolvers<void>();
    const timer = setTimeout(again, againMs);
    const endWatch = onConnectionChange(() => {
      if (!isOffline()) again();
    });
    onFailure?.(again);
    await pause;
    clearTimeout(timer);
    endWatch();
  }
}
