import type { InvoiceSums } from '@yardage/contract/invoices';
import { INVOICES_MESSAGES as WORDS } from './invoices.messages.ts';

/** Returns the totals of all matching invoices: invoiced and open, and of the open amount the pending part and the available discount. */
export function invoiceSumLines({ invoiceAmount, currentAmount, discountAmount, pendingAmount }: InvoiceSums) {
  return [
    { label: WORDS.sumAmount, amount: invoiceAmount },
    { label: WORDS.sumOpen, amount: currentAmount },
    ...(pendingAmount ? [{ label: WORDS.sumPending, amount: pendingAmount }] : []),
    ...(discountAmount ? [{ label: WORDS.sumDiscount, amount: -discountAmount }] : []),
  ];
}
