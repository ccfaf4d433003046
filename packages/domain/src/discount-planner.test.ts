import { describe, expect, it } from 'vitest';
import { discountOn, fillWithOldest, limitPlan, type PlannedInvoice, planDiscounts, waitingSteps } from './discount-planner.ts';
import { seededRandom } from './testing/seeded-random.ts';

const TODAY = '2026-11-16';

function seeded(seed: number): (below: number) => number {
  const next = seededRandom(seed);
  return (below) => Math.floor(next() * below);
}

function someInvoices(random: (below: number) => number, count: number, isProportional: boolean): PlannedInvoice[] {
  return Array.from({ length: count }, () => {
    const amount = 100 + random(500_000);
    const day = 10 + random(20);
    return {
      amount,
      discount: isProportional ? Math.round(amount * 0.02) : random(Math.min(amount, 9_000)),
      expiresOn: random(8) === 0 ? null : `2026-11-${day}`,
      dueOn: `2026-12-${10 + random(20)}`,
    };
  });
}

/** Tries every subset. */
function bestOf(invoices: readonly PlannedInvoice[], cash: number, day: string): number {
  let best = 0;
  for (let mask = 0; mask < 1 << invoices.length; mask++) {
    const chosen = invoices.filter((_, index) => mask & (1 << index));
    const discount = chosen.reduce((sum, invoice) => sum + discountOn(invoice, day), 0);
    if (chosen.reduce((sum, invoice) => sum + invoice.amount, 0) - discount <= cash) best = Math.max(best, discount);
  }
  return best;
}

const costOf = (invoices: readonly PlannedInvoice[], day: string) =>
  invoices.reduce((sum, invoice) => sum + invoice.amount - discountOn(invoice, day), 0);

describe('the discount planner', () => {
  it('APY-09 puts into one cart what fits, by the last days of the discounts', () => {
    const invoice = (expiresOn: string, discount: number) => ({ amount: 1_000, discount, expiresOn, dueOn: '2026-12-20' });
    const late = invoice('2026-11-30', 90);
    const [small, large] = [invoice('2026-11-20', 10), invoice('2026-11-20', 20)];
    const plan = planDiscounts([late, small, large], null, TODAY);
    expect(limitPlan(plan, TODAY, 3)).toBe(plan);
    expect(limitPlan(plan, TODAY, 2)).toEqual({ invoices: [large, small], discount: 30, cost: 1_970, bound: 30 });
    expect(limitPlan(plan, TODAY, 1)).toEqual({ invoices: [large], discount: 20, cost: 980, bound: 20 });
  });

  it('APY-09 keeps as much discount as the best of all choices, within the cash', () => {
    const random = seeded(20_261_116);
    for (let round = 0; round < 150; round++) {
      const invoices = someInvoices(random, 1 + random(11), round % 2 === 0);
      const cash = random(1 + costOf(invoices, TODAY));
      const plan = planDiscounts(invoices, cash, TODAY);
      const context = JSON.stringify({ round, cash, invoices });
      expect(plan.discount, context).toBe(bestOf(invoices, cash, TODAY));
      expect(plan.bound, context).toBe(plan.discount);
      expect(plan.cost, context).toBe(costOf(plan.invoices, TODAY));
      expect(plan.cost, context).toBeLessThanOrEqual(cash);
      expect(
        plan.invoices.reduce((sum, invoice) => sum + discountOn(invoice, TODAY), 0),
        context,
      ).toBe(plan.discount);
      expect(new Set(plan.invoices).size, context).toBe(plan.invoices.length);
    }
  });

  it('APY-09 is not misled by the largest discount or by the best rate', () => {
    const invoice = (amount: number, discount: number): PlannedInvoice => ({ amount, discount, expiresOn: TODAY, dueOn: TODAY });
    const [large, second, third, small] = [invoice(1_000, 100), invoice(560, 60), invoice(450, 50), invoice(110, 20)] as const;
    // The largest discount alone would keep 100, the best rate first 20 + 60.
    expect(planDiscounts([large, second, third, small], 900, TODAY).invoices.toSorted((a, b) => a.amount - b.amount)).toEqual([
      third,
      second,
    ]);
    expect(planDiscounts([large, second, third, small], null, TODAY).discount).toBe(230);
    expect(planDiscounts([large], 899, TODAY)).toMatchObject({ invoices: [], discount: 0, bound: 0 });
  });

  it('APY-09 is exact and quick for accounts of a realistic size, and states a bound for others', () => {
    const random = seeded(7);
    for (const isProportional of [true, false]) {
      const invoices = someInvoices(random, 300, isProportional);
      const cash = Math.floor(costOf(invoices, TODAY) / 3);
      const plan = planDiscounts(invoices, cash, TODAY);
      expect(plan.bound).toBe(plan.discount);
      // With hardly any search it still returns a bound on how much better the best plan can be.
      const hasty = planDiscounts(invoices, cash, TODAY, 0);
      expect(hasty.discount).toBeLessThanOrEqual(plan.discount);
      expect(hasty.bound).toBeGreaterThanOrEqual(plan.discount);
      expect(hasty.bound - hasty.discount).toBeLessThanOrEqual(Math.max(...invoices.map(({ discount }) => discount)));
      expect(hasty.cost).toBeLessThanOrEqual(cash);
    }
  });

  it('APY-09 counts a discount through its last day, and returns from which day waiting costs something', () => {
    const invoice = (discount: number, expiresOn: string | null): PlannedInvoice => ({ amount: 1_000, discount, expiresOn, dueOn: TODAY });
    const invoices = [
      invoice(30, '2026-11-18'),
      invoice(20, '2026-11-18'),
      invoice(10, '2026-11-30'),
      invoice(5, '2026-11-15'),
      invoice(9, null),
    ];
    expect(planDiscounts(invoices, null, '2026-11-18').discount).toBe(60);
    expect(planDiscounts(invoices, null, '2026-11-19').discount).toBe(10);
    const stepsOf = (...question: Parameters<typeof waitingSteps>) => [...waitingSteps(...question)].at(-1);
    expect(stepsOf(invoices, null, TODAY)).toEqual([
      { day: TODAY, discount: 60 },
      { day: '2026-11-19', discount: 10 },
      { day: '2026-12-01', discount: 0 },
    ]);
    // The cash pays one invoice, so the loss of another costs nothing.
    expect(stepsOf(invoices, 1_000, TODAY)?.map(({ discount }) => discount)).toEqual([30, 10, 0]);
    expect(stepsOf([], null, TODAY)).toEqual([{ day: TODAY, discount: 0 }]);
  });

  it('APY-09 uses the rest of the cash for the oldest invoices that fit', () => {
    const due = (amount: number, dueOn: string): PlannedInvoice => ({ amount, discount: 0, expiresOn: null, dueOn });
    const [oldest, older, newer] = [due(500, '2026-09-01'), due(800, '2026-10-01'), due(200, '2026-12-01')] as const;
    expect(fillWithOldest([newer, older, oldest], 700, TODAY, 9)).toEqual([oldest, newer]);
    expect(fillWithOldest([newer, older, oldest], null, TODAY, 2)).toEqual([oldest, older]);
  });
});
