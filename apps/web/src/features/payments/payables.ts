import type { Cart } from '@yardage/contract/carts';
import { centsOf } from '@yardage/domain/money';

/** Returns what the cart costs on a day, and which discounts are lost until then. Amounts in dollars. */
export function totalOn(cart: Cart, day: string): { total: number; lost: number } {
  let totalCents = 0;
  let lostCents = 0;
  for (const { invoiceAmount, amountWithDiscount, discountAmount, discountExpiryDate } of cart.invoices) {
    const isKept = discountAmount === 0 || (discountExpiryDate !== null && discountExpiryDate >= day);
    totalCents += centsOf(isKept ? amountWithDiscount : invoiceAmount);
    if (!isKept) lostCents += centsOf(discountAmount);
  }
  return { total: totalCents / 100, lost: lostCents / 100 };
}

/** Returns the invoices of the cart of which only a part is paid. */
export function partsOf(cart: Cart): { invoiceNumber: string; amount: number }[] {
  return cart.invoices.flatMap(({ invoiceNumber, invoiceAmount, openAmount }) =>
    openAmount > invoiceAmount ? [{ invoiceNumber, amount: invoiceAmount }] : [],
  );
}

/** Returns the last day on which all discounts of the cart are available; undefined if it has none. */
export function lastDiscountDay(cart: Cart): string | undefined {
  const days = cart.invoices.flatMap(({ discountAmount, discountExpiryDate }) =>
    discountAmount > 0 && discountExpiryDate ? [discountExpiryDate] : [],
  );
  return days.sort()[0];
}

/** The amount above which payments need a second person, and what the user has paid of it within a day. In dollars. */
export interface SpendingLimit {
  amount: number;
  used: number;
}

/** Whether a payment needs a second person now: with what was paid within a day it exceeds the limit. */
export function isAboveLimit(total: number, limit: SpendingLimit | null): boolean {
  return limit !== null && centsOf(total) + centsOf(limit.used) > centsOf(limit.amount);
}
