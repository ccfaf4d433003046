import type { CartInvoice } from '@yardage/contract/carts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';

/** Returns the invoices whose number, date and amount together contain every search word. */
export function matchingInvoices(invoices: readonly CartInvoice[], search: string): readonly CartInvoice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return invoices;
  return invoices.filter(({ invoiceNumber, documentDate, amountWithDiscount }) => {
    const text = `${invoiceNumber} ${formatDay(documentDate)} ${formatCurrency(amountWithDiscount)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
