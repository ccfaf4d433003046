import { addDays } from './dates.ts';
import type { Cents } from './money.ts';

/** An open invoice as the planner sees it. Paying it costs its amount less the discount, as long as the discount has not expired. */
export interface PlannedInvoice {
  amount: Cents;
  discount: Cents;
  /** The last day of the discount. */
  expiresOn: string | null;
  dueOn: string;
}

/** Which invoices to pay whole to keep the most discount. */
export interface DiscountPlan<Invoice extends PlannedInvoice> {
  invoices: Invoice[];
  discount: Cents;
  cost: Cents;
  /** No choice keeps more than this. Equal to `discount` if the plan is the best one. */
  bound: Cents;
}

/** The search stops after this many partial choices, with the best plan so far. Realistic accounts need a few hundred. */
const MAX_STEPS = 200_000;

/** Returns the discount that paying on a day keeps. */
export function discountOn({ discount, expiresOn }: PlannedInvoice, day: string): Cents {
  return expiresOn !== null && expiresOn >= day ? discount : 0;
}

/**
 * Returns the part of a plan that fits into a cart: the invoices whose discount ends first, and of one day those with the most discount. The
 * others can be paid with a second cart, so their discount does not count in `bound`.
 */
export function limitPlan<Invoice extends PlannedInvoice>(
  plan: DiscountPlan<Invoice>,
  day: string,
  maxInvoices: number,
): DiscountPlan<Invoice> {
  if (plan.invoices.length <= maxInvoices) return plan;
  const end = ({ expiresOn }: Invoice): number => Date.parse(expiresOn ?? day);
  const invoices = plan.invoices
    .toSorted((a, b) => end(a) - end(b) || discountOn(b, day) - discountOn(a, day))
    .slice(0, Math.max(0, maxInvoices));
  const discount = invoices.reduce((sum, invoice) => sum + discountOn(invoice, day), 0);
  const cost = invoices.reduce((sum, { amount }) => sum + amount, 0) - discount;
  return { invoices, discount, cost, bound: discount };
}

interface Item<Invoice> {
  invoice: Invoice;
  cost: Cents;
  gain: Cents;
}

/** A choice among the first items, as a linked list: choices with the same beginning share it. */
interface Choice {
  cost: Cents;
  gain: Cents;
  /** Index of the item that was added last; -1 for the empty choice. */
  last: number;
  /** The choice without that item. */
  before: Choice | null;
}

const NOTHING: Choice = { cost: 0, gain: 0, last: -1, before: null };

/**
 * Returns the invoices that keep the most discount on a day for an amount of cash; null means that there is enough for all. This is the 0/1
 * knapsack problem, solved exactly: it adds one invoice after another to the choices so far, keeps those that no other choice beats in both cost
 * and discount, and drops those that could not beat the best plan even if one invoice could be paid in part. If there are too many choices, it
 * returns the best plan found, with the bound.
 */
export function planDiscounts<Invoice extends PlannedInvoice>(
  invoices: readonly Invoice[],
  cash: Cents | null,
  day: string,
  maxSteps = MAX_STEPS,
): DiscountPlan<Invoice> {
  const budget = cash ?? Number.POSITIVE_INFINITY;
  const items: Item<Invoice>[] = [];
  for (const invoice of invoices) {
    const gain = discountOn(invoice, day);
    const cost = invoice.amount - gain;
    if (gain > 0 && cost <= budget) items.push({ invoice, cost, gain });
  }
  // The most discount per dollar first, so that the greedy rest of a choice is a good one.
  items.sort((a, b) => b.gain * a.cost - a.gain * b.cost || a.cost - b.cost);
  const search = new Search(items, budget);
  const { chosen, isComplete } = search.run(maxSteps);
  const gain = chosen.reduce((sum, item) => sum + item.gain, 0);
  return {
    invoices: chosen.map(({ invoice }) => invoice),
    discount: gain,
    cost: chosen.reduce((sum, item) => sum + item.cost, 0),
    bound: isComplete ? gain : Math.max(gain, search.bound),
  };
}

/** The search of `planDiscounts` among items that are sorted by discount per dollar. */
class Search<Invoice> {
  readonly #items: readonly Item<Invoice>[];
  readonly #budget: Cents;
  /** Prefix sums: cost and gain of the first 0, 1, 2 … items together. */
  readonly #costs: Cents[] = [0];
  readonly #gains: Cents[] = [0];
  /** The best plan so far: a choice and the items `from` to `to` that fill it up. */
  #best: { choice: Choice; from: number; to: number; gain: Cents } = { choice: NOTHING, from: 0, to: 0, gain: 0 };
  /** The most that the empty choice, and so any plan, could keep. */
  bound = 0;

  constructor(items: readonly Item<Invoice>[], budget: Cents) {
    this.#items = items;
    this.#budget = budget;
    for (const { cost, gain } of items) {
      this.#costs.push((this.#costs.at(-1) ?? 0) + cost);
      this.#gains.push((this.#gains.at(-1) ?? 0) + gain);
    }
  }

  run(maxSteps: number): { chosen: Item<Invoice>[]; isComplete: boolean } {
    this.bound = this.#complete(NOTHING, 0);
    let open: Choice[] = [NOTHING];
    let steps = 0;
    let isComplete = true;
    for (const [index, { cost, gain }] of this.#items.entries()) {
      const extended = open
        .filter((choice) => choice.cost + cost <= this.#budget)
        .map((choice): Choice => ({ cost: choice.cost + cost, gain: choice.gain + gain, last: index, before: choice }));
      open = unbeaten(open, extended).filter((choice) => this.#complete(choice, index + 1) > this.#best.gain);
      steps += open.length;
      if (open.length === 0) break;
      if (steps > maxSteps) {
        isComplete = false;
        break;
      }
    }
    return { chosen: this.#chosen(), isComplete };
  }

  /** Completes a choice with the next items as long as they fit, and remembers the best plan. Returns the most that it could keep. */
  #complete(choice: Choice, from: number): Cents {
    const room = this.#budget - choice.cost + (this.#costs[from] ?? 0);
    const to = lastFitting(this.#costs, room, from);
    const gain = choice.gain + (this.#gains[to] ?? 0) - (this.#gains[from] ?? 0);
    if (gain > this.#best.gain) this.#best = { choice, from, to, gain };
    const next = this.#items[to];
    if (!next) return gain;
    const left = room - (this.#costs[to] ?? 0);
    // Adds the share of the next item that the rest of the cash could pay, in whole cents.
    return gain + Math.floor((next.gain * left) / next.cost);
  }

  #chosen(): Item<Invoice>[] {
    const { choice, from, to } = this.#best;
    const chosen = this.#items.slice(from, to);
    for (let step: Choice | null = choice; step && step.last >= 0; step = step.before) {
      const item = this.#items[step.last];
      if (item) chosen.push(item);
    }
    return chosen;
  }
}

/** Returns the last position whose sum still fits. */
function lastFitting(sums: readonly Cents[], room: Cents, from: number): number {
  let [low, high] = [from, sums.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sums[middle] ?? 0) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Merges two lists of choices that are sorted by cost, and leaves out those that cost more than another and keep no more. */
function unbeaten(one: readonly Choice[], other: readonly Choice[]): Choice[] {
  const merged: Choice[] = [];
  let most = -1;
  for (let [i, j] = [0, 0]; i < one.length || j < other.length; ) {
    const [a, b] = [one[i], other[j]];
    const isFirst = b === undefined || (a !== undefined && (a.cost < b.cost || (a.cost === b.cost && a.gain >= b.gain)));
    const choice = (isFirst ? a : b) as Choice;
    if (isFirst) i += 1;
    else j += 1;
    if (choice.gain <= most) continue;
    merged.push(choice);
    most = choice.gain;
  }
  return merged;
}

/** Returns those of the other invoices that the rest of the cash pays whole, by due date. One that does not fit is skipped. */
export function fillWithOldest<Invoice extends PlannedInvoice>(
  others: readonly Invoice[],
  cash: Cents | null,
  day: string,
  most: number,
): Invoice[] {
  const filled: Invoice[] = [];
  let left = cash ?? Number.POSITIVE_INFINITY;
  for (const invoice of others.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.amount - b.amount))) {
    const cost = invoice.amount - discountOn(invoice, day);
    if (filled.length >= most || cost > left) continue;
    filled.push(invoice);
    left -= cost;
  }
  return filled;
}

/** A day from which waiting keeps less, with the most discount that the cash then keeps. */
export interface WaitingStep {
  day: string;
  discount: Cents;
}

/**
 * Finds today and each later day on which less discount is left than on the day before, down to nothing. Yields what was found after each
 * day: the search of a day may take a tenth of a second, and a caller lets other work run between them.
 */
export function* waitingSteps(invoices: readonly PlannedInvoice[], cash: Cents | null, today: string): Generator<readonly WaitingStep[]> {
  const days = new Set(
    invoices.flatMap(({ discount, expiresOn }) =>
      discount > 0 && expiresOn !== null && expiresOn >= today ? [addDays(expiresOn, 1)] : [],
    ),
  );
  const steps: WaitingStep[] = [];
  for (const day of [today, ...[...days].sort()]) {
    const { discount } = planDiscounts(invoices, cash, day);
    if (steps.length === 0 || discount < (steps.at(-1)?.discount ?? 0)) steps.push({ day, discount });
    yield steps;
  }
}
