import { logOut } from '../session-end.ts';

/** The scope of the worker that shows notifications (lib/push). Everybody loads this file, and few use notifications. */
const PUSH_SCOPE = '/push/';

/** Ends the notifications of this browser, so that its next user gets none of this account, and logs out. */
export function leave(): void {
  const ending = navigator.serviceWorker?.getRegistration(PUSH_SCOPE);
  void ending?.then((own) => (own?.scope.endsWith(PUSH_SCOPE) ? own.unregister() : undefined)).catch(() => undefined);
  logOut();
}
