import { forgetCartCopies } from '#web/features/carts/cart-copy.ts';
import { forgetPaymentResult } from '#web/features/payments/payment-result.ts';
import { forgetRemembered } from '#web/lib/customer/customer-store.ts';
import { forgetChats } from '#web/lib/hub/unsent.ts';
import { queryClient } from './query.ts';

/** Removes the account's data, except its tokens, from this browser: at logout and when the session ends. */
export function forgetAccountData(): void {
  void queryClient.cancelQueries();
  forgetRemembered();
  forgetCartCopies();
  void forgetPaymentResult();
  forgetChats();
}
