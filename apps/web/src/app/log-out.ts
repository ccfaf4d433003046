import { forgetPaymentAttempts } from '#web/features/payments/payment-attempts.ts';
import { signOut } from '#web/lib/session/session.ts';
import { forgetAccountData } from './forget-account-data.ts';

/** Leaves nothing of the account in this browser, then ends the session (SHL-20). */
export function logOut(): void {
  forgetAccountData();
  // Only here: when a session ends by itself, a payment whose end is unknown is looked up after the next sign-in.
  forgetPaymentAttempts();
  void signOut();
}
