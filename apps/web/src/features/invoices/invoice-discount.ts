import type { InvoiceRow } from '@yardage/contract/invoices';
import { INVOICES_MESSAGES as WORDS } from './invoices.messages.ts';

const DAY_MS = 86_400_000;
/** From a week before its end on, what is left of the time stands beside the discount. */
const URGENT_DAYS = 7;

type Discounted = Pick<InvoiceRow, 'discountAmount' | 'discountExpiryDate'>;

/** Whether the discount can still be kept. */
export function hasDiscount({ discountAmount, discountExpiryDate }: Discounted): boolean {
  return discountAmount > 0 && discountExpiryDate !== null;
}

/** How long the discount still holds, once that is worth saying; nothing before, and nothing after. */
export function discountTimeLeft({ discountAmount, discountExpiryDate }: Discounted, today: string): string | null {
  if (discountAmount <= 0 || discountExpiryDate === null) return null;
  const days = Math.round((Date.parse(discountExpiryDate) - Date.parse(today)) / DAY_MS);
  if (days < 0 || days > URGENT_DAYS) return null;
  return days === 0 ? WORDS.lastDay : WORDS.daysLeft(days);
}

/** Whether an invoice can be put into the cart: open, nothing under way, not in it already (INV-10, INV-11). */
export function canBePaid(
  { documentNumber, paymentResult }: Pick<InvoiceRow, 'documentNumber' | 'paymentResult'>,
  inCart: ReadonlySet<string>,
): boolean {
  return paymentResult === 0 && !inCart.has(documentNumber);
}
