import type { CartHistorySums } from '@yardage/contract/payments';
import { PAYMENTS_MESSAGES as WORDS } from './payments.messages.ts';

/** What the history says of all payments found; where not all of them were paid, also what was, and what is under way. */
export function paymentSumLines({ totalAmount, totalDiscountAmount, totalAmountWithDiscount, paidAmount, pendingAmount }: CartHistorySums) {
  const isMixed = paidAmount !== totalAmountWithDiscount;
  return [
    { label: WORDS.sumAmount, amount: totalAmount },
    { label: WORDS.sumDiscount, amount: -totalDiscountAmount },
    { label: WORDS.sumWithDiscount, amount: totalAmountWithDiscount },
    ...(isMixed ? [{ label: WORDS.sumPaid, amount: paidAmount }] : []),
    ...(isMixed && pendingAmount > 0 ? [{ label: WORDS.sumPending, amount: pendingAmount }] : []),
  ];
}
