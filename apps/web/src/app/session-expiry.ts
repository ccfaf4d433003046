import type { AnyRouter } from '@tanstack/react-router';
import { handleUnauthorized } from '#web/lib/api.ts';
import { keepReturnPath } from '#web/lib/session/return-path.ts';
import { forgetAccount, isSignedIn, isSignedOut, watchOtherTabs } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ERROR_MESSAGES } from './error.messages.ts';
import { forgetAccountData } from './forget-account-data.ts';
import { queryClient } from './query.ts';

/**
 * Ends the session in this tab when the server or the provider has ended it: one toast, then the root (ERR-04, SHL-21). When another tab
 * signs out or signs in as another user, this one restarts at the root, because everything it shows belongs to the previous account.
 */
export function watchSessionExpiry(router: AnyRouter): void {
  let isLeaving = false;
  handleUnauthorized(() => {
    // Several calls fail together; only the first one shows the toast. Calls that were under way at a sign-out are expected to fail.
    if (isLeaving || isSignedOut()) return;
    isLeaving = true;
    toasts.show({ title: ERROR_MESSAGES.sessionExpiredTitle, message: ERROR_MESSAGES.sessionExpired, kind: 'destructive' });
    if (isSignedIn()) keepReturnPath(router.state.location.href);
    forgetAccountData();
    void forgetAccount()
      .then(() => router.navigate({ to: '/', replace: true }))
      .finally(() => {
        queryClient.clear();
        isLeaving = false;
      });
  });
  watchOtherTabs(() => {
    forgetAccountData();
    window.location.replace('/');
  });
}
