import { describe, expect, it } from 'vitest';
import { coverPlan, divideDay, fitCaps, limitCredits, reducedPart } from './planned-rules.ts';

/** A small generator with a seed, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state;
  };
}

describe('APY-06 the caps of autopay', () => {
  it('are never exceeded, lose nothing, keep the order, and leave out only what does not fit any more', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = numbers(seed);
      const items = Array.from({ length: next() % 12 }, () => 1 + (next() % 900));
      const room = (next() % 3000) - 200;
      const { fitting, leftOut } = fitCaps(items, room, (cents) => cents);
      const sum = fitting.reduce((total, cents) => total + cents, 0);
      expect(sum, `seed ${seed}`).toBeLessThanOrEqual(Math.max(room, 0));
      expect([...fitting, ...leftOut].sort()).toEqual([...items].sort());
      expect(leftOut.every((cents) => cents > room - sum)).toBe(true);
      const places = items.filter((cents) => fitting.includes(cents));
      expect(fitting.every((cents) => places.includes(cents))).toBe(true);
    }
  });
});

describe('APY-01 APY-06 the credits of a plan', () => {
  const invoice = (id: number, amountCents: number, discountCents = 0) => ({
    id,
    documentNumber: `I${id}`,
    openCents: amountCents,
    amountCents,
    discountCents,
  });

  it('are used in their order, and no more of them than there is to pay', () => {
    const credits = [
      { id: 1, cents: 300 },
      { id: 2, cents: 500 },
      { id: 3, cents: 200 },
    ];
    expect(limitCredits(credits, 1_000)).toEqual(credits);
    expect(limitCredits(credits, 799)).toEqual([credits[0], { id: 2, cents: 499 }]);
    expect(limitCredits(credits, 0)).toEqual([]);
  });

  it('cover the first invoices after their discounts, and money the rest', () => {
    const covered = coverPlan([invoice(1, 1_000, 20), invoice(2, 500)], [{ id: 7, cents: 1_100 }]);
    expect([covered?.chargedCents, covered?.invoices.map(({ creditCents }) => creditCents)]).toEqual([380, [980, 120]]);
    expect(covered?.lines.map(({ amountCents, discountCents }) => [amountCents, discountCents])).toEqual([
      [0, 20],
      [380, 0],
    ]);
    expect(coverPlan([invoice(1, 1_000, 20)], [{ id: 7, cents: 981 }])).toBeUndefined();
  });

  it('are divided among the payments of a day, of at most 500 invoices each', () => {
    const day = Array.from({ length: 1_201 }, (_, index) => invoice(index + 1, 100, 2));
    const parts = divideDay(day, [
      { id: 7, cents: 48_000 },
      { id: 8, cents: 2_000 },
    ]);
    expect(parts.map(({ invoices }) => invoices.length)).toEqual([500, 500, 201]);
    expect(parts.flatMap(({ invoices }) => invoices.map(({ id }) => id))).toEqual(day.map(({ id }) => id));
    expect(parts.map(({ credits }) => credits)).toEqual([
      [
        { id: 7, cents: 48_000 },
        { id: 8, cents: 1_000 },
      ],
      [{ id: 8, cents: 1_000 }],
      [],
    ]);
    expect(parts.map(({ chargedCents }) => chargedCents)).toEqual([0, 48_000, 19_698]);
  });

  it('never let more be charged than was agreed, whatever was paid of the invoices meanwhile', () => {
    for (let agreedCredit = 1; agreedCredit <= 30; agreedCredit += 1) {
      const agreed = coverPlan([invoice(1, 10), invoice(2, 20)], limitCredits([{ id: 7, cents: agreedCredit }], 30));
      for (let paid = 0; paid < 30; paid += 1) {
        const left = [invoice(1, Math.max(0, 10 - paid)), invoice(2, 20 - Math.max(0, paid - 10))];
        const rest = coverPlan(left, limitCredits([{ id: 7, cents: agreedCredit }], 30 - paid));
        expect(rest?.chargedCents).toBeLessThanOrEqual(agreed?.chargedCents ?? -1);
      }
    }
  });
});

describe('APY-03 APY-06 what a run pays of an invoice', () => {
  /**
   * Returns what is paid of an open amount, given what disputes hold back in all, and the part of that which was disputed after the choice.
   */
  const paid = (part: number | undefined, openCents: number, allCents = 0, laterCents = allCents) => {
    const amountCents = part ?? openCents;
    const invoice = { id: 1, documentNumber: 'I1', openCents, amountCents, discountCents: 0 };
    return reducedPart(invoice, { amountCents: 100, partCents: part }, allCents > 0 ? { allCents, laterCents } : undefined) ?? amountCents;
  };

  it('is what was planned, or the rest if that is less', () => {
    expect([paid(undefined, 100), paid(70, 100), paid(70, 70), paid(70, 40)]).toEqual([100, 70, 70, 40]);
  });

  it('leaves out what is disputed of all of it, and no more than was announced', () => {
    expect([paid(undefined, 100, 30), paid(undefined, 100, 100), paid(undefined, 150, 30)]).toEqual([70, 0, 100]);
  });

  it('of a part leaves out what was disputed after it was chosen, as far as the rest does not cover it', () => {
    expect([paid(70, 100, 30, 0), paid(70, 100, 50, 20), paid(40, 100, 50, 20), paid(80, 100, 50, 20), paid(70, 100, 20)]).toEqual([
      70, 50, 40, 60, 70,
    ]);
    // Somebody has paid a part meanwhile, so that only what is not disputed is left.
    expect(paid(70, 60, 30, 0)).toBe(30);
  });
});
