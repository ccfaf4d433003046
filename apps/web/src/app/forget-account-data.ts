import { forgetCartCopies } from '#web/features/carts/cart-copy.ts';
import { forgetPaymentResult } from '#web/features/payments/payment-result.ts';
import { forgetRemembered } from '#web/lib/customer/customer-store.ts';
import { forgetChats } from '#web/lib/hub/unsent.ts';
import { queryClient } from './query.ts';

/** Removes what this browser keeps of the account beside its tokens: at logout, and when the session has ended by itself. */
export function forgetAccountData(): void {
  void queryClient.cancelQueries();
  forgetRemembered();
  forgetCartCopies();
  void forgetPaymentResult();
  forgetChats();
}
