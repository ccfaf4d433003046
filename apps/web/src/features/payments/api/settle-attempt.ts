import { type PaymentOutcome, settlePaymentAttempt } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** Returns the payment that an attempt created, or null if it created none; the server then guarantees that it never will. */
export async function settleAttempt(customer: CustomerKey, reference: string): Promise<PaymentOutcome | null> {
  const { payment } = await api.call(settlePaymentAttempt, { ...ofCustomer(customer), body: { paymentReference: reference } });
  return payment;
}
