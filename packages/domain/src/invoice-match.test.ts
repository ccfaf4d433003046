import { describe, expect, it } from 'vitest';
import { type BilledLine, type Finding, matchInvoice } from './invoice-match.ts';
import { lineAmount } from './money.ts';
import { seededRandom } from './testing/seeded-random.ts';

function seeded(seed: number) {
  const next = seededRandom(seed);
  return { int: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)), chance: (share: number) => next() < share };
}

const line = (over: Partial<BilledLine> = {}): BilledLine => {
  const made = {
    ...{ ticketId: 1, lineNumber: 1, quantity: 10, unitPriceCents: 15_000, isMaterial: true, isCancelled: false, rejectReason: null },
    ...{ ticketQuantity: 10, agreedPriceCents: 15_000, billedBefore: null },
    ...over,
  };
  return { ...made, amountCents: lineAmount(made.unitPriceCents, made.quantity) };
};
const salesOf = (lines: readonly BilledLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
const match = (...lines: BilledLine[]) => matchInvoice({ salesCents: salesOf(lines), lines });

/** An invoice of a few tickets, each with one material and some charges, that is right in every way. */
function rightInvoice(random: ReturnType<typeof seeded>): BilledLine[] {
  return Array.from({ length: random.int(1, 6) }, (_, index) => {
    const quantity = random.int(1, 1200) / 100;
    const charges = Array.from({ length: random.int(0, 3) }, (__, place) => {
      const price = random.int(100, 9000);
      return line({
        ticketId: index,
        lineNumber: place + 2,
        quantity: 1,
        unitPriceCents: price,
        agreedPriceCents: price,
        isMaterial: false,
      });
    });
    const price = random.int(5000, 30_000);
    const agreedPriceCents = random.chance(0.8) ? price : null;
    return [line({ ticketId: index, quantity, ticketQuantity: quantity, unitPriceCents: price, agreedPriceCents }), ...charges];
  }).flat();
}

describe('the comparison of an invoice with its tickets and prices', () => {
  it('APY-08 finds nothing on an invoice that is right', () => {
    for (let seed = 1; seed <= 300; seed += 1) expect(match(...rightInvoice(seeded(seed)))).toEqual([]);
  });

  it('APY-08 finds exactly the lines that were made wrong, with what they cost too much', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const right = rightInvoice(random);
      const expected: [kind: string, ticketId: number, differenceCents: number][] = [];
      const wrong = right.map((each) => {
        const place = each.ticketId;
        if (!each.isMaterial || random.chance(0.4)) return each;
        const price = each.agreedPriceCents ?? each.unitPriceCents;
        const change = random.int(0, 3);
        if (change === 0) {
          const excess = random.int(1, 500) / 100;
          expected.push(['quantity', place, lineAmount(price, excess)]);
          return line({ ...each, quantity: Math.round((each.quantity + excess) * 100) / 100 });
        }
        if (change === 1 && each.agreedPriceCents !== null) {
          const dearer = line({ ...each, unitPriceCents: each.unitPriceCents + random.int(1, 900) });
          expected.push(['price', place, dearer.amountCents - each.amountCents]);
          return dearer;
        }
        if (change === 2) {
          expected.push(['billed-twice', place, each.amountCents]);
          return { ...each, billedBefore: '4711' };
        }
        return each;
      });
      // A load that is billed twice has other charges of the ticket that are right, and no quantity to compare.
      const found = match(...wrong).map(({ kind, ticketId, differenceCents }) => [kind, ticketId, differenceCents]);
      expect(found, `seed ${seed}`).toEqual(expected);
    }
  });

  it('APY-08 says how much is billed too much in all: quantity and price together are the whole difference', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = seeded(seed);
      const [agreed, delivered] = [random.int(1000, 30_000), random.int(1, 1200) / 100];
      const billed = line({
        quantity: random.int(1, 1200) / 100,
        unitPriceCents: random.int(1000, 30_000),
        agreedPriceCents: agreed,
        ticketQuantity: delivered,
      });
      const whole = billed.amountCents - lineAmount(agreed, delivered);
      const sum = match(billed).reduce((total, { differenceCents }) => total + differenceCents, 0);
      // Each product is rounded to the cent by itself.
      expect(Math.abs(sum - whole), `seed ${seed}`).toBeLessThanOrEqual(1);
    }
  });

  it('APY-08 does not depend on the order of the lines', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seeded(seed);
      const lines = rightInvoice(random).map((each) => (random.chance(0.3) ? line({ ...each, quantity: each.quantity + 1 }) : each));
      const key = ({ kind, ticketId, lineNumber }: Finding) => `${kind} ${ticketId} ${lineNumber}`;
      expect(
        match(...lines.toReversed())
          .map(key)
          .sort(),
      ).toEqual(
        match(...lines)
          .map(key)
          .sort(),
      );
    }
  });

  it('APY-08 compares the material of a ticket as a whole, and leaves charges out', () => {
    const halves = [line({ quantity: 4 }), line({ lineNumber: 2, quantity: 6 })];
    expect(match(...halves, line({ lineNumber: 3, quantity: 1, isMaterial: false }))).toEqual([]);
    const [finding] = match(line({ quantity: 4 }), line({ lineNumber: 2, quantity: 7 }));
    expect(finding).toMatchObject({ kind: 'quantity', lineNumber: 1, billed: 11, agreed: 10, differenceCents: 15_000 });
    expect(match(line({ quantity: 9 }))[0]).toMatchObject({ kind: 'quantity', differenceCents: -15_000 });
    // A line that was billed twice is a finding of its own, and its quantity does not count again.
    expect(match(line(), line({ lineNumber: 2, billedBefore: '1' })).map(({ kind }) => kind)).toEqual(['billed-twice']);
  });

  it('APY-08 SGN-01 finds each line of a load that was rejected on the job, unless it is billed for nothing', () => {
    const rejected = { rejectReason: 'slump', ticketId: 2 } as const;
    const charge = line({ ...rejected, lineNumber: 2, quantity: 1, unitPriceCents: 2500, isMaterial: false });
    const found = match(line(), line(rejected), charge);
    const all = { kind: 'rejected', ticketId: 2, agreed: 0, rejectReason: 'slump' };
    expect(found).toMatchObject([
      { ...all, lineNumber: 1, billed: 150_000, differenceCents: 150_000 },
      { ...all, lineNumber: 2, billed: 2500, differenceCents: 2500 },
    ]);
    expect(match(line({ ...rejected, unitPriceCents: 0 }))).toEqual([]);
    expect(match(line({ ...rejected, quantity: 11, billedBefore: '1' })).map(({ kind }) => kind)).toEqual(['rejected']);
    expect(match(line({ ...rejected, isCancelled: true })).map(({ kind }) => kind)).toEqual(['no-ticket']);
  });

  it('APY-08 finds what has no ticket: a cancelled load, or an amount without any line', () => {
    expect(match(line({ isCancelled: true, quantity: 11 })).map(({ kind }) => kind)).toEqual(['no-ticket']);
    const [whole] = matchInvoice({ salesCents: 5000, lines: [] });
    expect(whole).toMatchObject({ kind: 'no-ticket', ticketId: null, billed: 5000, differenceCents: 5000 });
    const [rest] = matchInvoice({ salesCents: 150_100, lines: [line()] });
    expect(rest).toMatchObject({ kind: 'no-ticket', ticketId: null, differenceCents: 100 });
  });
});
