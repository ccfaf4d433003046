import { logFailure } from '#web/lib/log.ts';
import { TAKE_OVER } from './service-worker-words.ts';

/** A reload does not wait longer than this for a new version. */
const NEWEST_WITHIN_MS = 15_000;

/**
 * Loads this tab again with the newest version of the portal. After days without a visit the installed version may name files that the
 * server no longer has, and its worker would open the same version again.
 */
export async function reloadNewest(): Promise<void> {
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, NEWEST_WITHIN_MS));
  const newest = takeNewest().catch((cause: unknown) => logFailure('A new version could not be looked for.', cause));
  await Promise.race([newest, tooLate]);
  window.location.reload();
}

/** Resolves once the newest version serves this tab. */
async function takeNewest(): Promise<void> {
  const { serviceWorker } = navigator;
  // Without a worker every file comes from the server.
  if (!serviceWorker?.controller) return;
  const own = await serviceWorker.getRegistration();
  await own?.update();
  const next = own?.installing ?? own?.waiting;
  if (!next) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  serviceWorker.addEventListener('controllerchange', () => resolve());
  const follow = (): void => {
    if (next.state === 'installed') next.postMessage(TAKE_OVER);
    else if (next.state === 'redundant') reject(new Error('The new version could not be installed.'));
  };
  next.addEventListener('statechange', follow);
  follow();
  await promise;
}
