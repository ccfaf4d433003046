import { initiatePayment, type PaymentOutcome, type PaymentRequest } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';

/**
 * Long timeout: the processor is slow, and the server responds 'pending' well before this. Aborting early would leave the outcome unknown.
 */
const PAYMENT_LIMIT_MS = 180_000;

/** Pays a cart and returns the outcome of the payment (API-34). */
export async function payCart(request: PaymentRequest): Promise<PaymentOutcome> {
  const { customerNumber, datasourceId, globalCustomerNumber } = request.metadata;
  const query = { customerNumber, datasourceId, globalCustomerNumber };
  const { data } = await api.call(initiatePayment, { query, body: request }, undefined, { timeoutMs: PAYMENT_LIMIT_MS });
  return data;
}
