import { type PaymentOutcome, settlePaymentAttempt } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';

/** The payment that an attempt made; null when it made none, and then it never will. */
export async function settleAttempt(customer: CustomerKey, reference: string): Promise<PaymentOutcome | null> {
  const { payment } = await api.call(settlePaymentAttempt, { ...ofCustomer(customer), body: { paymentReference: reference } });
  return payment;
}
