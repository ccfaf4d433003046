import { logFailure } from '#web/lib/log.ts';
import { createStore } from '#web/lib/store.ts';
import { TAKE_OVER } from './service-worker-words.ts';

/** A tab that stays open looks for a new version this often, and when it is shown again. */
const LOOK_MS = 30 * 60_000;
const LOOK_AGAIN_AFTER_MS = 60_000;

/** Whether a new version is installed and waits. It replaces this one when the user agrees, or when all tabs are closed. */
export const isUpdateReady = createStore<boolean>({ initial: false });

let registration: ServiceWorkerRegistration | undefined;
let isAccepted = false;

/** Installs the service worker and follows its versions. */
export async function watchAppUpdates(): Promise<void> {
  if (registration || !('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  } catch (cause) {
    // In private windows and behind some proxies there is none. The portal then works as before, with a connection.
    logFailure('The service worker could not be installed.', cause);
    return;
  }
  const { serviceWorker } = navigator;
  const own: ServiceWorkerRegistration | undefined = registration;
  // A browser that blocks service workers, as in most tests, returns nothing.
  if (!own) return;
  // Once ready, it stays so: a version that another tab has accepted does not wait any more, and this tab is still the old one.
  const note = (): void => {
    if (own.waiting !== null && serviceWorker.controller !== null) isUpdateReady.set(true);
  };
  const follow = (): void => own.installing?.addEventListener('statechange', note);
  // A new version may be waiting, or being installed: then the event that announces it has passed.
  note();
  follow();
  own.addEventListener('updatefound', follow);
  let hasWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) window.location.reload();
    // Another tab accepted the new version. This one goes on with its own scripts until the user reloads it.
    else if (hasWorker) isUpdateReady.set(true);
    // The first one that takes over was installed by this page.
    hasWorker = true;
  });
  let lookedAt = Date.now();
  const look = (): void => {
    if (document.hidden) return;
    if (own.waiting) note();
    if (Date.now() - lookedAt < LOOK_AGAIN_AFTER_MS) return;
    lookedAt = Date.now();
    own.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
}

/** Changes to the new version: its worker takes over and this tab is loaded again. */
export function acceptUpdate(): void {
  isAccepted = true;
  if (registration?.waiting) registration.waiting.postMessage(TAKE_OVER);
  else window.location.reload();
}
