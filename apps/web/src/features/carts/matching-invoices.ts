import type { CartInvoice } from '@yardage/contract/carts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';

/** The invoices whose number, date or amount has every word searched for. */
export function matchingInvoices(invoices: readonly CartInvoice[], search: string): readonly CartInvoice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return invoices;
  return invoices.filter(({ invoiceNumber, documentDate, amountWithDiscount }) => {
    const text = `${invoiceNumber} ${formatDay(documentDate)} ${formatCurrency(amountWithDiscount)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
