import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyBeside, untilLoaded } from '#web/lib/lazy-beside.ts';
import { isOffline } from '#web/lib/offline/connection.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { LAZY_OPENED_MESSAGES as MESSAGES } from './lazy-opened.messages.ts';
import { NEEDS_CONNECTION_MESSAGES } from './needs-connection.messages.ts';

/**
 * A part that is loaded when the user opens it, such as a dialog or drawer. If its script does not arrive, a toast says so and offers Retry. The
 * page around it stays, with what is typed there, and the part opens as soon as its script arrives.
 */
export function lazyOpened<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazyBeside(() => untilOpened(load));
}

/** Asks again for each part that was opened and whose script did not arrive. */
const notThere = new Set<(isWanted: () => boolean) => void>();

/** Loads again at once what was opened and is not there, and says if that fails, unless nobody wants it any more by then. */
export function askAgain(isWanted: () => boolean): void {
  for (const ask of notThere) ask(isWanted);
}

/** Loads what the user has opened. Says that it failed at the first attempt, and whenever it was asked for again. */
export function untilOpened<T>(load: () => Promise<T>): Promise<T> {
  let attempts = 0;
  let isAsked = (): boolean => true;
  let endPause = (): void => undefined;
  const ask = (isWanted: () => boolean): void => {
    isAsked = isWanted;
    endPause();
  };
  const retry = (): void => ask(() => true);
  const loading = untilLoaded(load, (again) => {
    endPause = again;
    notThere.add(ask);
    if (!isAsked()) return;
    isAsked = () => false;
    attempts += 1;
    // With a connection, it is a release whose scripts the server no longer has.
    const isGone = attempts > 1 && !isOffline() && navigator.onLine;
    toasts.show({
      kind: 'destructive',
      title: MESSAGES.failed,
      ...((isOffline() || !navigator.onLine) && { message: NEEDS_CONNECTION_MESSAGES.reason }),
      action: isGone ? { label: MESSAGES.reload, run: () => void reload() } : { label: MESSAGES.retry, run: retry },
    });
  });
  return loading.finally(() => notThere.delete(ask));
}

/** The browser asks before that loses what is typed. */
async function reload(): Promise<void> {
  try {
    await (await import('#web/lib/offline/reload-newest.ts')).reloadNewest();
  } catch {
    window.location.reload();
  }
}
