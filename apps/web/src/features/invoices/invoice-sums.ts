import type { InvoiceSums } from '@yardage/contract/invoices';
import { INVOICES_MESSAGES as WORDS } from './invoices.messages.ts';

/** What the list says of all invoices found: invoiced, open, and of that the discount within reach and what is pending. */
export function invoiceSumLines({ invoiceAmount, currentAmount, discountAmount, pendingAmount }: InvoiceSums) {
  return [
    { label: WORDS.sumAmount, amount: invoiceAmount },
    { label: WORDS.sumOpen, amount: currentAmount },
    ...(pendingAmount ? [{ label: WORDS.sumPending, amount: pendingAmount }] : []),
    ...(discountAmount ? [{ label: WORDS.sumDiscount, amount: -discountAmount }] : []),
  ];
}
