import type { Cart } from '@yardage/contract/carts';
import type { PlannedPayment } from '@yardage/contract/planned-payments';
import { centsOf } from '@yardage/domain/money';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { Toast } from '#web/lib/toasts/toast-queue.ts';
import { PAYABLES_MESSAGES as MESSAGES } from './payables.messages.ts';

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

/** When a cart is to be paid with a saved method. The day is undefined while none is chosen. */
export type When = { isLater: false } | { isLater: true; day: string | undefined };

/**
 * Returns what is charged for the cart with a saved method, which discounts are lost until then, and whether a second person has to approve
 * it. Credits are used only if it is paid at once: a payment that waits, for a day or for approval, charges all of it (APY-06, APY-07).
 */
export function savedTerms(cart: Cart, limit: SpendingLimit | null, when: When): { total: number; lost: number; needsApproval: boolean } {
  if (when.isLater) {
    const { total, lost } = when.day === undefined ? { total: cart.totalAmountWithDiscount, lost: 0 } : totalOn(cart, when.day);
    // What was paid today does not count on another day.
    return { total, lost, needsApproval: isAboveLimit(total, limit && { ...limit, used: 0 }) };
  }
  const needsApproval = isAboveLimit(cart.amountToPay, limit);
  return { total: needsApproval ? cart.totalAmountWithDiscount : cart.amountToPay, lost: 0, needsApproval };
}

/** Returns why a planned payment was not made, or did not last; empty if there is nothing to say. */
export function reasonOf({ endReason, note, state, payment }: PlannedPayment): string {
  if ((state === 'failed' || state === 'returned') && payment) return paymentStatusText(payment.statusMessage);
  return [endReason && endReason !== 'declined' ? MESSAGES.reasons[endReason] : '', note ?? ''].filter(Boolean).join(' ');
}

/** Returns what a planned payment has paid or is to pay. Of a returned payment nothing is left, so that is what it was about. */
export function amountOf({ state, amount, payment }: PlannedPayment): number {
  return state === 'returned' ? amount : (payment?.amount ?? amount);
}

/** Returns what to say about a payment that somebody has just approved: it may have been made, or ended for a reason of its own. */
export function approvalToast(plan: PlannedPayment): Toast {
  const { state } = plan;
  if (state === 'paid') return { kind: 'success', title: MESSAGES.states.paid };
  const isOpen = state === 'planned' || state === 'running' || state === 'waiting';
  return isOpen
    ? { kind: 'success', title: MESSAGES.approved }
    : { kind: 'destructive', title: MESSAGES.approvedInVain, message: reasonOf(plan) };
}

/** Returns when a payment is made if it is approved now. One whose day has come, or passed while it waited, is made today. */
export function approvalText({ kind, runOn, method: { name } }: PlannedPayment, today: string): string {
  if (kind === 'approval') return MESSAGES.approveNow(name);
  return runOn <= today ? MESSAGES.approveToday(name) : MESSAGES.approveOn(name, formatDay(runOn));
}

/** Returns the cents that somebody typed: `32`, `0.32`, `.5` or `$0.32`; undefined if they are no amount below a dollar. */
export function typedCents(typed: string): number | undefined {
  const [, point, digits = ''] = /^\$?\s*(0?[.,])?(\d{1,2})$/.exec(typed.trim()) ?? [];
  const amount = Number(point ? digits.padEnd(2, '0') : digits);
  return amount >= 1 && amount <= 99 ? amount : undefined;
}
