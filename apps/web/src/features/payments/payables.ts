import type { Cart } from '@yardage/contract/carts';

/** Reads an amount as people type it: `1,250.50` or `$1250`. Undefined if it is none or has fractions of a cent. */
export function readAmount(typed: string): number | undefined {
  const text = typed.replace(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

const cents = (dollars: number): number => Math.round(dollars * 100);

/** Returns what the cart costs on a day, and which discounts are lost until then. Amounts in dollars. */
export function totalOn(cart: Cart, day: string): { total: number; lost: number } {
  let totalCents = 0;
  let lostCents = 0;
  for (const { invoiceAmount, amountWithDiscount, discountAmount, discountExpiryDate } of cart.invoices) {
    const isKept = discountAmount === 0 || (discountExpiryDate !== null && discountExpiryDate >= day);
    totalCents += cents(isKept ? amountWithDiscount : invoiceAmount);
    if (!isKept) lostCents += cents(discountAmount);
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
  return limit !== null && cents(total) + cents(limit.used) > cents(limit.amount);
}
