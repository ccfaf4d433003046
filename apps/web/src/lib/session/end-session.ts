import { HEADERS } from '@yardage/contract/headers';
import { endSession } from '@yardage/contract/users';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { logFailure } from '#web/lib/log.ts';

/**
 * Makes our server reject this session's tokens from now on. It is not awaited, and `keepalive` lets it finish after the page is left.
 */
export function endSessionOnServer(token: string): void {
  const headers = { Authorization: `Bearer ${token}`, [HEADERS.subscriptionKey]: publicConfig().subscriptionKey };
  fetch(`/api${endSession.path}`, { method: endSession.method, headers, keepalive: true }).catch((cause: unknown) =>
    logFailure('The server did not end the session.', cause),
  );
}
