/** What stands on an invoice or became of a payment (INV-06): 0 unpaid, 1 paid, 2 pending. */
export const PAYMENT_RESULTS = { 0: 'Unpaid', 1: 'Paid', 2: 'Pending' } as const;
export type PaymentResult = keyof typeof PAYMENT_RESULTS;

/** The word for a payment result. */
export function paymentResultLabel(result: number): string {
  return PAYMENT_RESULTS[result as PaymentResult] ?? PAYMENT_RESULTS[0];
}
