import { initiatePayment, type PaymentOutcome, type PaymentRequest } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';

/** A processor takes its time, and the server answers 'pending' long before this; giving up early would leave the outcome unknown. */
const PAYMENT_LIMIT_MS = 180_000;

/** Pays a cart (API-34); the answer says how the payment stands. */
export async function payCart(request: PaymentRequest): Promise<PaymentOutcome> {
  const { customerNumber, datasourceId, globalCustomerNumber } = request.metadata;
  const query = { customerNumber, datasourceId, globalCustomerNumber };
  const { data } = await api.call(initiatePayment, { query, body: request }, undefined, { timeoutMs: PAYMENT_LIMIT_MS });
  return data;
}
