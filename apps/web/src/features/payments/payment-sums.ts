import type { CartHistorySums } from '@yardage/contract/payments';
import { PAYMENTS_MESSAGES as MESSAGES } from './payments.messages.ts';

/** Returns the totals of all payments found. If not all of them are paid, it also lists the paid and pending amounts. */
export function paymentSumLines(sums: CartHistorySums) {
  const { totalAmount, totalDiscountAmount, totalAmountWithDiscount, paidAmount, pendingAmount, onAccountAmount } = sums;
  const isMixed = paidAmount !== totalAmountWithDiscount;
  return [
    { label: MESSAGES.sumAmount, amount: totalAmount },
    { label: MESSAGES.sumDiscount, amount: -totalDiscountAmount },
    { label: MESSAGES.sumWithDiscount, amount: totalAmountWithDiscount },
    ...(isMixed ? [{ label: MESSAGES.sumPaid, amount: paidAmount }] : []),
    ...(onAccountAmount > 0 ? [{ label: MESSAGES.sumOnAccount, amount: onAccountAmount }] : []),
    ...(isMixed && pendingAmount > 0 ? [{ label: MESSAGES.sumPending, amount: pendingAmount }] : []),
  ];
}
