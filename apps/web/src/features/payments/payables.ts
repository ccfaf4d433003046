import type { Cart } from '@yardage/contract/carts';
import { PERMISSION_OF_METHOD } from '@yardage/contract/payments';
import type { AutopayRule, PlannedPayment } from '@yardage/contract/planned-payments';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import { centsOf } from '@yardage/domain/money';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
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

/** Returns the invoices of the cart that are paid only in part. */
export function partsOf(cart: Cart): { invoiceNumber: string; amount: number }[] {
  return cart.invoices.flatMap(({ invoiceNumber, invoiceAmount, openAmount }) =>
    openAmount > invoiceAmount ? [{ invoiceNumber, amount: invoiceAmount }] : [],
  );
}

/** Why the user cannot charge a saved method: a problem of its own, or their role. Null if they can. */
export function whyNotChargeable({ problem, paymentMethod }: SavedMethod, permissions: ReadonlySet<string>): SavedMethodFault | null {
  return problem ?? (permissions.has(PERMISSION_OF_METHOD[paymentMethod]) ? null : 'not-permitted');
}
export type SavedMethodFault = NonNullable<SavedMethod['problem']> | 'not-permitted';

/** Returns the saved methods that the user can charge. */
export function chargeable(methods: readonly SavedMethod[], permissions: ReadonlySet<string>): SavedMethod[] {
  return methods.filter((method) => whyNotChargeable(method, permissions) === null);
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

/** Part of a credit that a payment uses, in dollars. */
interface UsedCredit {
  creditNumber: string;
  amount: number;
}

/** Returns what the cart uses of its credits if its invoices cost so much, in their order. */
export function creditsFor(cart: Cart, total: number): UsedCredit[] {
  let left = centsOf(total);
  return cart.credits.flatMap(({ creditNumber, chosenAmount }) => {
    const cents = Math.min(centsOf(chosenAmount ?? 0), left);
    left -= cents;
    return cents > 0 ? [{ creditNumber, amount: cents / 100 }] : [];
  });
}

/** What is charged for a cart with a saved method, in dollars. */
interface SavedTerms {
  /** What is charged, after credits. */
  total: number;
  /** What the invoices cost, before credits. */
  totalBeforeCredits: number;
  credits: UsedCredit[];
  /** The discounts that are lost until then. */
  lost: number;
  /** Whether a second person has to approve it. The limit counts what is charged. */
  needsApproval: boolean;
}

/** Returns what is charged for the cart with a saved method, now or on a day (APY-01, APY-06, APY-07). */
export function savedTerms(cart: Cart, limit: SpendingLimit | null, when: When): SavedTerms {
  const isOnDay = when.isLater && when.day !== undefined;
  const { total: totalBeforeCredits, lost } = isOnDay ? totalOn(cart, when.day ?? '') : { total: cart.totalAmountWithDiscount, lost: 0 };
  const credits = creditsFor(cart, totalBeforeCredits);
  const cents = credits.reduce((left, { amount }) => left - centsOf(amount), centsOf(totalBeforeCredits));
  // What was paid today does not count on another day.
  const counted = limit && when.isLater ? { ...limit, used: 0 } : limit;
  return { total: cents / 100, totalBeforeCredits, credits, lost, needsApproval: isAboveLimit(cents / 100, counted) };
}

/** Returns which invoices a planned payment is for, shortened. */
export function invoicesOf({ invoices }: PlannedPayment): string {
  const [first] = invoices;
  return invoices.length === 1 && first ? first.invoiceNumber : MESSAGES.invoiceCount(invoices.length);
}

const MAX_NUMBERS = 10;

/** Returns the numbers of a planned payment's invoices, or how many there are if a card would become too long. */
export function numbersOf(plan: PlannedPayment): string {
  return plan.invoices.length > MAX_NUMBERS ? invoicesOf(plan) : plan.invoices.map(({ invoiceNumber }) => invoiceNumber).join(', ');
}

/** Returns why a planned payment was not made, or did not last; empty if there is nothing to say. */
export function reasonOf({ endReason, note, state, payment }: PlannedPayment): string {
  if ((state === 'failed' || state === 'returned') && payment) return paymentStatusText(payment.statusMessage);
  return [endReason && endReason !== 'declined' ? MESSAGES.reasons[endReason] : '', note ?? ''].filter(Boolean).join(' ');
}

/** Returns what a planned payment will charge, or what it has charged, which may be less. */
export function amountOf({ amount, payment }: PlannedPayment): number {
  return payment?.amount ?? amount;
}

/** Returns what credits have covered or are to cover of a planned payment. They stay applied if its money is returned. */
function creditsIn({ creditAmount, payment }: PlannedPayment): number {
  return payment?.creditAmount ?? creditAmount;
}

/** Returns the credits that a planned payment was agreed with. During an update, a server of the version before sends none. */
export function agreedCredits({ credits }: Partial<Pick<PlannedPayment, 'credits'>>): PlannedPayment['credits'] {
  return credits ?? [];
}

/** Whether a planned payment can still be made. */
export function isToCome({ state }: Pick<PlannedPayment, 'state'>): boolean {
  return state === 'waiting' || state === 'planned' || state === 'running';
}

/** Returns what credits add to the amount of a planned payment; empty if it uses none. */
export function creditsText(plan: PlannedPayment): string {
  return creditsIn(plan) > 0 ? MESSAGES.withCredits(formatCurrency(creditsIn(plan))) : '';
}

/** Returns the amount by which a planned payment is called: what it charges or, if credits cover everything, what they cover. */
export function namedAmount({ amount, creditAmount }: PlannedPayment): string {
  return formatCurrency(amount > 0 ? amount : creditAmount);
}

/** Returns what to say about a payment that somebody has just approved: it may have been made, or ended for a reason of its own. */
export function approvalToast(plan: PlannedPayment): Toast {
  if (plan.state === 'paid') return { kind: 'success', title: MESSAGES.states.paid };
  return isToCome(plan)
    ? { kind: 'success', title: MESSAGES.approved }
    : { kind: 'destructive', title: MESSAGES.approvedInVain, message: reasonOf(plan) };
}

/** Returns when a payment is made if it is approved now. One whose day has come, or passed while it waited, is made today. */
export function approvalText({ kind, runOn, amount, method: { name } }: PlannedPayment, today: string): string {
  if (amount === 0) return MESSAGES.approveCovered;
  if (kind === 'approval') return MESSAGES.approveNow(name);
  return runOn <= today ? MESSAGES.approveToday(name) : MESSAGES.approveOn(name, formatDay(runOn));
}

/** Returns the cents that somebody typed: `32`, `0.32`, `.5` or `$0.32`; undefined if they are no amount below a dollar. */
export function typedCents(typed: string): number | undefined {
  const [, point, digits = ''] = /^\$?\s*(0?[.,])?(\d{1,2})$/.exec(typed.trim()) ?? [];
  const amount = Number(point ? digits.padEnd(2, '0') : digits);
  return amount >= 1 && amount <= 99 ? amount : undefined;
}

const UPCOMING_DAYS = 3;

/** Returns a line for each of the next days on which autopay pays. Credits are used first; of what is above the limit only what fits is paid. */
export function upcomingOf({ upcoming, paymentCap, usableCreditAmount }: AutopayRule): string[] {
  if (upcoming.length === 0) return [MESSAGES.nothingUpcoming];
  // During an update, a server of the version before sends none.
  let creditCents = centsOf(usableCreditAmount ?? 0);
  return upcoming.slice(0, UPCOMING_DAYS).map(({ runOn, amount }) => {
    const coveredCents = Math.min(creditCents, centsOf(amount));
    creditCents -= coveredCents;
    const charged = (centsOf(amount) - coveredCents) / 100;
    const credits = coveredCents > 0 ? ` ${MESSAGES.withCredits(formatCurrency(coveredCents / 100))}` : '';
    return (charged > paymentCap ? MESSAGES.upcomingAbove : MESSAGES.upcomingText)(
      formatDay(runOn),
      `${formatCurrency(charged)}${credits}`,
    );
  });
}
