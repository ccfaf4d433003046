/** How a payment or an invoice stands (`paymentResult` on the wire). */
export const PAYMENT_RESULTS = { unpaid: 0, paid: 1, pending: 2 } as const;
export type PaymentResult = (typeof PAYMENT_RESULTS)[keyof typeof PAYMENT_RESULTS];

export const PAID_CODE = 100000;
export const PENDING_CODE = 100100;
/** Codes of ours for what is neither; everything but the two above means failed. */
export const FAILED_CODES = { declined: 200100, refused: 200200, returned: 200300, insufficientFunds: 200400, notReached: 200500 } as const;

/** RES-02: what a status code means. */
export function resultOfCode(statusCode: number): PaymentResult {
  if (statusCode === PAID_CODE) return PAYMENT_RESULTS.paid;
  return statusCode === PENDING_CODE ? PAYMENT_RESULTS.pending : PAYMENT_RESULTS.unpaid;
}

/** The words for how a payment or an invoice stands. */
export const PAYMENT_RESULT_LABELS: Readonly<Record<PaymentResult, string>> = { 0: 'Unpaid', 1: 'Paid', 2: 'Pending' };

/** The word for how a payment or an invoice stands. */
export function paymentResultLabel(result: PaymentResult): string {
  return PAYMENT_RESULT_LABELS[result];
}
