import type { InvoiceSums } from '@yardage/contract/invoices';
import { INVOICES_MESSAGES as MESSAGES } from './invoices.messages.ts';

/** Returns the totals of all matching invoices: invoiced and open, and of the open amount the pending part and the available discount. */
export function invoiceSumLines({ invoiceAmount, currentAmount, discountAmount, pendingAmount }: InvoiceSums) {
  return [
    { label: MESSAGES.sumAmount, amount: invoiceAmount },
    { label: MESSAGES.sumOpen, amount: currentAmount },
    ...(pendingAmount ? [{ label: MESSAGES.sumPending, amount: pendingAmount }] : []),
    ...(discountAmount ? [{ label: MESSAGES.sumDiscount, amount: -discountAmount }] : []),
  ];
}
