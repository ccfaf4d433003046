import { forgetRemembered } from '#web/lib/customer/customer-store.ts';
import { signOut } from '#web/lib/session/session.ts';
import { queryClient } from './query.ts';

/** Leaves nothing of the account in this browser, then ends the session (SHL-20). */
export function logOut(): void {
  void queryClient.cancelQueries();
  forgetRemembered();
  void signOut();
}
