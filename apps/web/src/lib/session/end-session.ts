import { HEADERS } from '@yardage/contract/headers';
import { endSession } from '@yardage/contract/users';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';

/** Has our server refuse the sign-in's tokens from now on; nobody waits for it, and it survives that the page is left. */
export function endSessionOnServer(token: string): void {
  const headers = { Authorization: `Bearer ${token}`, [HEADERS.subscriptionKey]: publicConfig().subscriptionKey };
  fetch(`/api${endSession.path}`, { method: endSession.method, headers, keepalive: true }).catch((cause: unknown) =>
    logFailure('The server did not end the session.', cause),
  );
}
