import { signOut } from '#web/lib/session/session.ts';
import { forgetAccountData } from './forget-account-data.ts';

/** Leaves nothing of the account in this browser, then ends the session (SHL-20). */
export function logOut(): void {
  forgetAccountData();
  void signOut();
}
