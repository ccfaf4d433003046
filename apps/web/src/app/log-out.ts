import { forgetPaymentAttempts } from '#web/features/payments/payment-attempts.ts';
import { forgetDrafts } from '#web/lib/drafts.ts';
import { forgetKeptInput } from '#web/lib/overlays/kept-input.ts';
import { releaseInput } from '#web/lib/overlays/unsaved-input.ts';
import { clearSessionEnd } from '#web/lib/session/ended-session.ts';
import { signOut } from '#web/lib/session/session.ts';
import { forgetView } from '#web/lib/session/view-as.ts';
import { forgetAccountData } from './forget-account-data.ts';

/** Removes the account's data from this browser, then ends the session (SHL-20). */
export function logOut(): void {
  forgetAccountData();
  // Only on logout. If the session ends by itself, a payment with an unknown outcome is looked up after the next sign-in.
  forgetPaymentAttempts();
  forgetDrafts();
  forgetKeptInput();
  clearSessionEnd();
  forgetView();
  releaseInput();
  void signOut();
}
