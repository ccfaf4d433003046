import type { CartHistorySums } from '@yardage/contract/payments';
import { PAYMENTS_MESSAGES as WORDS } from './payments.messages.ts';

/** Returns the totals of all payments found. If not all of them are paid, it also lists the paid and pending amounts. */
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
