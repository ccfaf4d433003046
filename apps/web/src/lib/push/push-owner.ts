import { accountSubject } from '#web/lib/session/stored-user.ts';
import { local, readStored, removeStored, writeStored } from '#web/lib/store.ts';

/** The scope of the worker that shows notifications. It has no pages, so the worker controls none. */
export const PUSH_SCOPE = '/push/';
/** Storage key: the user whose notifications this browser shows. */
const KEY = 'yardage.push-owner';

/** Returns the registration of that worker, or undefined if this browser has none. */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(PUSH_SCOPE);
  // Without one of its own, the registration of the whole portal is returned.
  return registration?.scope.endsWith(PUSH_SCOPE) ? registration : undefined;
}

/** Notes that the signed-in user turns the notifications of this browser on. */
export function ownPush(): void {
  writeStored(local, KEY, accountSubject());
}

/** Ends the notifications of this browser, so that its next user gets none of this account. */
export async function endPush(): Promise<void> {
  removeStored(local, KEY);
  await (await pushRegistration())?.unregister();
}

/**
 * Ends the notifications of this browser if another user has turned them on, or if it is not known who has. A session that ends by itself
 * leaves them on, because its user may come back.
 */
export async function endPushOfOthers(): Promise<void> {
  const user = accountSubject();
  if (user !== undefined && readStored(local, KEY) !== user) await endPush();
}
