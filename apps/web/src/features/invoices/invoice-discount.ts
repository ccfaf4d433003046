import type { InvoiceRow } from '@yardage/contract/invoices';
import { DAY_MS } from '@yardage/domain/durations';
import { centsOf } from '@yardage/domain/money';
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

type Owed = Pick<InvoiceRow, 'documentNumber' | 'paymentResult' | 'voidedDate' | 'currentAmount'>;

/**
 * Whether an invoice can be added to the cart: open, without a pending payment, and not in the cart yet (INV-10, INV-11). For users who may
 * not see the status its amount decides; the server refuses an invoice that is being paid.
 */
export function canBePaid({ documentNumber, paymentResult, voidedDate, currentAmount }: Owed, inCart: ReadonlySet<string>): boolean {
  const isOpen = paymentResult === null ? voidedDate === null && currentAmount > 0 : paymentResult === 0;
  return isOpen && !inCart.has(documentNumber);
}

/** Whether nothing is left to pay of an invoice that is not void, also for users who may not see the status. */
export function isPaidUp({ paymentResult, voidedDate, currentAmount }: Omit<Owed, 'documentNumber'>): boolean {
  return paymentResult === null ? voidedDate === null && currentAmount === 0 : paymentResult === 1;
}

/** What a review says about an invoice: `cartAmount` is what goes into the cart, which leaves out what is disputed (APY-03). */
interface DisputeMark {
  documentNumber: string;
  isDisputed: boolean;
  cartAmount: number;
}

/** Returns the cents that adding the invoices to the cart puts there. */
export function cartCents(
  invoices: readonly Pick<InvoiceRow, 'documentNumber' | 'amountWithDiscount'>[],
  marks: readonly DisputeMark[] = [],
): number {
  const disputed = new Map(marks.filter(({ isDisputed }) => isDisputed).map((mark) => [mark.documentNumber, mark.cartAmount]));
  return invoices.reduce(
    (sum, { documentNumber, amountWithDiscount }) => sum + centsOf(disputed.get(documentNumber) ?? amountWithDiscount),
    0,
  );
}
