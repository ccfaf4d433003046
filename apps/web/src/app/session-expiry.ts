import type { AnyRouter } from '@tanstack/react-router';
import { handleUnauthorized } from '#web/lib/api.ts';
import { forgetSelection } from '#web/lib/customer/customer-store.ts';
import { keepReturnPath } from '#web/lib/session/return-path.ts';
import { forgetAccount, isSignedIn, isSignedOut } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ERROR_MESSAGES } from './error.messages.ts';
import { queryClient } from './query.ts';

/** Ends the session here when the server or the provider has ended it: one toast, and back to the root (ERR-04, SHL-21). */
export function watchSessionExpiry(router: AnyRouter): void {
  let isLeaving = false;
  handleUnauthorized(() => {
    // Several calls fail together; the first one tells. Calls that were under way at a sign-out are expected to fail.
    if (isLeaving || isSignedOut()) return;
    isLeaving = true;
    toasts.show({ title: ERROR_MESSAGES.sessionExpiredTitle, message: ERROR_MESSAGES.sessionExpired, kind: 'destructive' });
    if (isSignedIn()) keepReturnPath(router.state.location.href);
    void forgetAccount()
      .then(() => router.navigate({ to: '/', replace: true }))
      .finally(() => {
        queryClient.clear();
        forgetSelection();
        isLeaving = false;
      });
  });
}
