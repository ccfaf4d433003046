import type { InvoiceRow } from '@yardage/contract/invoices';
import { DAY_MS } from '@yardage/domain/durations';
import { INVOICES_MESSAGES as MESSAGES } from './invoices.messages.ts';

/** The days left are shown from this many days before the discount expires. */
const URGENT_DAYS = 7;

type Discounted = Pick<InvoiceRow, 'discountAmount' | 'discountExpiryDate'>;

/** Whether the discount is still available. The server sends an amount of 0 after it has expired. */
export function hasDiscount({ discountAmount, discountExpiryDate }: Discounted): boolean {
  return discountAmount > 0 && discountExpiryDate !== null;
}

/** Returns the time left as text if the discount expires within `URGENT_DAYS`, else null. */
export function discountTimeLeft({ discountAmount, discountExpiryDate }: Discounted, today: string): string | null {
  if (discountAmount <= 0 || discountExpiryDate === null) return null;
  const days = Math.round((Date.parse(discountExpiryDate) - Date.parse(today)) / DAY_MS);
  if (days < 0 || days > URGENT_DAYS) return null;
  return days === 0 ? MESSAGES.lastDay : MESSAGES.daysLeft(days);
}

/** Whether an invoice can be added to the cart: open, without a pending payment, and not in the cart yet (INV-10, INV-11). */
export function canBePaid(
  { documentNumber, paymentResult }: Pick<InvoiceRow, 'documentNumber' | 'paymentResult'>,
  inCart: ReadonlySet<string>,
): boolean {
  return paymentResult === 0 && !inCart.has(documentNumber);
}
