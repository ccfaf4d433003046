import { forgetCartCopies } from '#web/features/carts/cart-copy.ts';
import { forgetPaymentAttempts } from '#web/features/payments/payment-attempts.ts';
import { forgetPaymentResult } from '#web/features/payments/payment-result.ts';
import { forgetRemembered } from '#web/lib/customer/customer-store.ts';
import { forgetChats } from '#web/lib/hub/unsent.ts';
import { signOut } from '#web/lib/session/session.ts';
import { queryClient } from './query.ts';

/** Leaves nothing of the account in this browser, then ends the session (SHL-20). */
export function logOut(): void {
  void queryClient.cancelQueries();
  forgetRemembered();
  forgetCartCopies();
  void forgetPaymentResult();
  forgetPaymentAttempts();
  forgetChats();
  void signOut();
}
