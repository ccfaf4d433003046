import { MAX_CART_INVOICES } from '@yardage/contract/carts';
import type { IntentLine, LockedInvoice } from '#server/features/payments/payment-intents.queries';
import { coverWithCredits, type UsedCredit } from '#server/features/payments/payment-request';

/** Splits items, in their order, into those that fit into an amount of cents and the others. A smaller item may fit after a larger one did not. */
export function fitCaps<Item>(
  items: readonly Item[],
  roomCents: number,
  centsOf: (item: Item) => number,
): { fitting: Item[]; leftOut: Item[] } {
  const fitting: Item[] = [];
  const leftOut: Item[] = [];
  let left = roomCents;
  for (const item of items) {
    const cents = centsOf(item);
    if (cents > 0 && cents <= left) {
      fitting.push(item);
      left -= cents;
    } else leftOut.push(item);
  }
  return { fitting, leftOut };
}

/** Returns the credits, in their order, as far as they are needed to pay an amount of cents. */
export function limitCredits<Credit extends UsedCredit>(credits: readonly Credit[], cents: number): Credit[] {
  let left = cents;
  return credits.flatMap((credit) => {
    const used = Math.min(credit.cents, left);
    left -= used;
    return used > 0 ? [{ ...credit, cents: used }] : [];
  });
}

/** Invoices of a plan with what credits cover of each, and what is left to charge. */
export interface CoveredInvoices<Invoice> {
  invoices: (Invoice & { creditCents: number })[];
  lines: IntentLine[];
  chargedCents: number;
}

/** Divides credits among the invoices of a plan as a cart does. Returns undefined if they exceed what is to be paid. */
export function coverPlan<Invoice extends LockedInvoice>(
  invoices: readonly Invoice[],
  credits: readonly UsedCredit[],
): CoveredInvoices<Invoice> | undefined {
  const lines = coverWithCredits(invoices, credits);
  if (!lines) return undefined;
  const byCredit = (line: IntentLine | undefined) => line?.credits.reduce((sum, { cents }) => sum + cents, 0) ?? 0;
  return {
    invoices: invoices.map((invoice, index) => ({ ...invoice, creditCents: byCredit(lines[index]) })),
    lines,
    chargedCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
  };
}

/** What is paid for an invoice, by money and credits. */
export const netCents = ({ amountCents, discountCents }: LockedInvoice): number => amountCents - discountCents;
export const totalOf = (invoices: readonly LockedInvoice[]): number => invoices.reduce((sum, invoice) => sum + netCents(invoice), 0);

/** A payment of a day, with the credits that it uses. */
interface DayPart<Invoice> extends CoveredInvoices<Invoice> {
  credits: UsedCredit[];
}

/** Divides the invoices of a day into payments of at most MAX_CART_INVOICES. The first payments use the credits. */
export function divideDay<Invoice extends LockedInvoice>(invoices: readonly Invoice[], credits: readonly UsedCredit[]): DayPart<Invoice>[] {
  const parts: DayPart<Invoice>[] = [];
  let left = [...credits];
  for (let from = 0; from < invoices.length; from += MAX_CART_INVOICES) {
    const own = invoices.slice(from, from + MAX_CART_INVOICES);
    const used = limitCredits(left, totalOf(own));
    const covered = coverPlan(own, used);
    if (!covered) throw new Error('the credits of a plan exceed it');
    parts.push({ ...covered, credits: used });
    const usedOf = new Map(used.map(({ id, cents }) => [id, cents]));
    left = left.map((credit) => ({ ...credit, cents: credit.cents - (usedOf.get(credit.id) ?? 0) })).filter(({ cents }) => cents > 0);
  }
  return parts;
}

/** What disputes hold back of an invoice of a plan, in cents. */
export interface HeldBack {
  allCents: number;
  /**
   * What was disputed after a person chose a part of the invoice, because they knew of earlier disputes. For autopay, and if no part was
   * chosen, the same as `allCents`.
   */
  laterCents: number;
}

/**
 * Returns the part of an invoice that a run pays instead of what was planned, before the discount; undefined if that can be paid. What is
 * disputed is left out, and a part that exceeds the rest becomes the rest.
 */
export function reducedPart(
  { openCents, amountCents }: LockedInvoice,
  planned: { amountCents: number; partCents: number | undefined } | undefined,
  heldBack: HeldBack | undefined,
): number | undefined {
  const { allCents, laterCents } = heldBack ?? { allCents: 0, laterCents: 0 };
  const undisputed = openCents - allCents;
  const part = planned?.partCents;
  const rest = part !== undefined && part <= openCents ? Math.max(undisputed, part - laterCents) : undisputed;
  if (amountCents <= rest) return undefined;
  // A part may have no discount, so it could otherwise exceed what was announced for the whole invoice.
  return heldBack ? Math.min(rest, planned?.amountCents ?? 0) : rest;
}
