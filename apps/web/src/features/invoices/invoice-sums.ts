import type { InvoiceSums } from '@yardage/contract/invoices';
import { INVOICES_MESSAGES as MESSAGES } from './invoices.messages.ts';

/**
 * Returns the totals of all matching invoices: invoiced and open, and of the open amount the pending part and the available discount. The
 * list of all open invoices also says how they lead to the account's balance.
 */
export function invoiceSumLines(
  { invoiceAmount, currentAmount, discountAmount, pendingAmount, unappliedAmount }: InvoiceSums,
  isAllOpen = false,
) {
  return [
    { label: MESSAGES.sumAmount, amount: invoiceAmount },
    { label: MESSAGES.sumOpen, amount: currentAmount },
    ...(pendingAmount ? [{ label: MESSAGES.sumPending, amount: pendingAmount }] : []),
    ...(isAllOpen && unappliedAmount
      ? [
          { label: MESSAGES.sumUnapplied, amount: -unappliedAmount },
          { label: MESSAGES.sumBalance, amount: (Math.round(currentAmount * 100) - Math.round(unappliedAmount * 100)) / 100 },
        ]
      : []),
    ...(discountAmount ? [{ label: MESSAGES.sumDiscount, amount: -discountAmount }] : []),
  ];
}
