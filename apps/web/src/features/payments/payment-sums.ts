import type { CartHistorySums } from '@yardage/contract/payments';
import { PAYMENTS_MESSAGES as WORDS } from './payments.messages.ts';

/** Returns the totals of all payments found. If not all of them are paid, it also lists the paid and pending amounts. */
export function paymentSumLines(sums: CartHistorySums) {
  const { totalAmount, totalDiscountAmount, totalAmountWithDiscount, paidAmount, pendingAmount, onAccountAmount } = sums;
  const isMixed = paidAmount !== totalAmountWithDiscount;
  return [
    { label: WORDS.sumAmount, amount: totalAmount },
    { label: WORDS.sumDiscount, amount: -totalDiscountAmount },
    { label: WORDS.sumWithDiscount, amount: totalAmountWithDiscount },
    ...(isMixed ? [{ label: WORDS.sumPaid, amount: paidAmount }] : []),
    ...(onAccountAmount > 0 ? [{ label: WORDS.sumOnAccount, amount: onAccountAmount }] : []),
    ...(isMixed && pendingAmount > 0 ? [{ label: WORDS.sumPending, amount: pendingAmount }] : []),
  ];
}
