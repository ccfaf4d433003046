import { initiatePayment, type PaymentOutcome, type PaymentRequest } from '@yardage/contract/payments';
import { api } from '#web/lib/api.ts';

/** Pays a cart (API-34); the answer says how the payment stands. */
export async function payCart(request: PaymentRequest): Promise<PaymentOutcome> {
  const { customerNumber, datasourceId, globalCustomerNumber } = request.metadata;
  const { data } = await api.call(initiatePayment, { query: { customerNumber, datasourceId, globalCustomerNumber }, body: request });
  return data;
}
