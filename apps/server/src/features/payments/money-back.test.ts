import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChargeState, MoneyBack } from '#server/adapters/payments/port';
import { sql } from '#server/database/drizzle';
import type { PaymentFlow } from '#server/features/payments/payment-flow.service';
import { CARD, paymentBooks, type ScriptedProcessor, scriptedProcessor } from '#server/testing/payment-books';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';

// What refunds and disputes do to a payment and its invoices, in cents, in whatever order the processor reports them.

const OWNER = 'owner@example.com';
let test: TestDatabase;
let desk: ReturnType<typeof paymentBooks>;

beforeAll(async () => {
  test = await openTestDatabase('demo');
  const customer = (await customersOf(test.database, OWNER)).at(-1) as TestCustomer;
  desk = paymentBooks(
    test.database,
    customer,
    Number(await test.database.read('system', sql`select id as answer from users where email = ${OWNER}`)),
  );
});
afterAll(() => test.close());

/** A settled payment of 98 and 196 dollars, with discounts of 2 and 4, or of other lines. */
async function paid(
  lines: [number, number][] = [
    [9_800, 200],
    [19_600, 400],
  ],
) {
  const bank = scriptedProcessor('bank');
  const { id, open, invoices } = await desk.intend(lines);
  const flow = desk.flowWith(bank);
  await flow.pay(open, CARD);
  desk.news();
  return {
    id,
    invoices,
    /** The processor reports twice what went back so far. */
    async back(refundedCents: number, disputedCents = 0, isDisputed = disputedCents > 0) {
      const back: MoneyBack = { refundedCents, disputedCents, isDisputed };
      bank.says.findState = async () => ({ state: 'paid', back });
      await flow.ask(id);
      const { told, announced } = desk.news();
      await flow.ask(id);
      expect(desk.news()).toEqual({ told: [], announced: [], counted: [] });
      return { told, announced: announced.map(({ resource }) => resource) };
    },
    open: async () => (await desk.open(invoices)).map((amounts) => amounts?.[0]),
    stored: () => desk.payment(id),
    returns: () => desk.returns(id),
    traces: () => desk.traces(id),
  };
}

describe('a refund', () => {
  it('APY-04 of a part opens that part of the last invoice, with its share of the discount, once', async () => {
    const payment = await paid();
    expect(await payment.back(9_800)).toEqual({ told: [['refunded', 9_800]], announced: ['payments', 'invoices'] });
    expect(await payment.open()).toEqual([0, 10_000]);
    expect(await payment.stored()).toMatchObject({
      ...{ result: 1, code: 100_000, amount: 19_600, charged: 29_400, refunded: 9_800, disputed: 0, onAccount: 0 },
      ...{ message: 'A part of the payment was refunded.', isReturned: false },
    });
    expect(await payment.returns()).toEqual([['refunded', 9_800, [[payment.invoices[1], 9_800, 200]]]]);
    expect(await payment.traces()).toEqual({
      reviews: ['refunded $98.00 / $294.00'],
      audit: ['payments.paid', 'payments.refunded'],
      events: ['payment.refunded', 'payment.settled'],
    });
  });

  it('APY-04 that is more than the last invoice goes on with the one before it, and rounds the discount in favour of the supplier', async () => {
    const payment = await paid();
    await payment.back(25_000);
    // 44 of 98 dollars stay, and with them 89 of 200 cents of discount.
    expect(await payment.open()).toEqual([10_000 - 4_400 - 89, 20_000]);
    expect(await payment.returns()).toEqual([
      [
        'refunded',
        25_000,
        [
          [payment.invoices[1], 19_600, 400],
          [payment.invoices[0], 5_400, 111],
        ],
      ],
    ]);
    // What comes back later adds to it.
    expect((await payment.back(29_400)).told).toEqual([['refunded', 4_400]]);
    expect(await payment.open()).toEqual([10_000, 20_000]);
  });

  it('APY-04 of everything, or of more, opens all invoices and ends the payment', async () => {
    for (const cents of [29_400, 99_999]) {
      const payment = await paid();
      await payment.back(cents);
      expect(await payment.open()).toEqual([10_000, 20_000]);
      expect(await payment.stored()).toMatchObject({
        ...{ result: 0, code: 200_600, amount: 29_400, charged: 29_400, refunded: 29_400, message: 'The payment was refunded.' },
        ...{ isSettled: true, isReturned: true },
      });
    }
  });

  it('APY-04 takes an invoice that only had a discount with the whole payment, and not with a part of it', async () => {
    const payment = await paid([
      [9_800, 200],
      [0, 300],
    ]);
    await payment.back(4_900);
    expect(await payment.open()).toEqual([5_000, 0]);
    await payment.back(9_800);
    expect(await payment.open()).toEqual([10_000, 300]);
  });

  it('APY-04 that fails at the bank pays the invoices again', async () => {
    const payment = await paid();
    await payment.back(9_800);
    expect((await payment.back(0)).told).toEqual([]);
    expect(await payment.open()).toEqual([0, 0]);
    expect(await payment.stored()).toMatchObject({ result: 1, amount: 29_400, refunded: 0, message: 'Approved' });
    expect(await payment.returns()).toEqual([
      ['refunded', 9_800, [[payment.invoices[1], 9_800, 200]]],
      ['reinstated', 9_800, [[payment.invoices[1], 9_800, 200]]],
    ]);
  });

  it('APY-04 of a payment that was declined moves nothing', async () => {
    const bank = scriptedProcessor('bank');
    bank.says.charge = async () => ({ state: 'failed', statusCode: 200_100, message: 'The card was declined.' });
    bank.says.findState = async () => ({ state: 'paid', back: { refundedCents: 100, disputedCents: 0, isDisputed: false } });
    const { id, open, invoices } = await desk.intend([[5_000, 0]]);
    await desk.flowWith(bank).pay(open, CARD);
    await desk.flowWith(bank).ask(id);
    expect(await desk.payment(id)).toMatchObject({ result: 0, code: 200_100, refunded: 0, charged: null });
    expect(await desk.open(invoices)).toEqual([[5_000, 0]]);
    expect(await desk.returns(id)).toEqual([]);
  });
});

describe('an answer of the processor that arrives late', () => {
  const says = (refundedCents: number): ChargeState => ({ state: 'paid', back: { refundedCents, disputedCents: 0, isDisputed: false } });
  /** Asks, and lets the answer arrive only when `arrive` is called. */
  const askSlowly = (bank: ScriptedProcessor, flow: PaymentFlow, id: number, answer: ChargeState) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    bank.says.findState = async () => {
      ask();
      await arrived;
      return answer;
    };
    const done = flow.ask(id);
    return {
      asked,
      arrive: async () => {
        arrive();
        await done;
      },
    };
  };
  const newPayment = async () => {
    const bank = scriptedProcessor('bank');
    const flow = desk.flowWith(bank);
    const { id, open, invoices } = await desk.intend([[9_800, 200]]);
    return { bank, flow, id, open, invoices };
  };

  it('APY-04 does not undo the answer to a later question', async () => {
    const { bank, flow, id, open, invoices } = await newPayment();
    await flow.pay(open, CARD);
    const before = askSlowly(bank, flow, id, says(0));
    await before.asked;
    bank.says.findState = async () => says(4_900);
    await flow.ask(id);
    await before.arrive();
    expect(await desk.payment(id)).toMatchObject({ amount: 4_900, refunded: 4_900 });
    expect((await desk.returns(id))?.length).toBe(1);
    expect(await desk.open(invoices)).toEqual([[5_000, 0]]);
  });

  it('APY-04 books no refund that the answer to a later question no longer contains, because it failed', async () => {
    const { bank, flow, id, open } = await newPayment();
    await flow.pay(open, CARD);
    const before = askSlowly(bank, flow, id, says(4_900));
    await before.asked;
    bank.says.findState = async () => says(0);
    await flow.ask(id);
    await before.arrive();
    expect(await desk.payment(id)).toMatchObject({ amount: 9_800, refunded: 0, charged: null });
    expect((await desk.traces(id))?.reviews).toEqual([]);
  });

  it('APY-04 is also ignored if it is the answer to the charge, or about a check that the bank has returned since', async () => {
    const { bank, flow, id, open, invoices } = await newPayment();
    const { promise: charged, resolve: answer } = Promise.withResolvers<ChargeState>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    bank.says.charge = () => {
      ask();
      return charged;
    };
    const paying = flow.pay(open, CARD);
    await asked;
    bank.says.findState = async () => says(4_900);
    await flow.ask(id);
    answer(says(0));
    await paying;
    expect(await desk.payment(id)).toMatchObject({ amount: 4_900, refunded: 4_900 });
    expect(await desk.open(invoices)).toEqual([[5_000, 0]]);

    const check = await newPayment();
    await check.flow.pay(check.open, CARD);
    const before = askSlowly(check.bank, check.flow, check.id, says(0));
    await before.asked;
    check.bank.says.findState = async () => ({ state: 'failed', statusCode: 200_300, message: 'Returned by the bank' });
    await check.flow.ask(check.id);
    await before.arrive();
    expect([await desk.payment(check.id), (await desk.traces(check.id))?.reviews]).toMatchObject([{ result: 0, code: 200_300 }, []]);
  });

  it('STF-04 still opens a review if it says that a payment was made that our books have as failed', async () => {
    const { bank, flow, id, open } = await newPayment();
    const { promise: charged, resolve: answer } = Promise.withResolvers<ChargeState>();
    bank.says.charge = () => charged;
    const paying = flow.pay(open, CARD);
    await vi.waitFor(async () => expect((await desk.payment(id)).processorId).not.toBeNull(), 20_000);
    bank.says.findState = async () => ({ state: 'failed', statusCode: 200_500, message: 'Closed' });
    await flow.ask(id);
    answer(says(0));
    await paying;
    expect([(await desk.payment(id)).result, (await desk.traces(id))?.reviews]).toEqual([0, ['disagreed Approved']]);
  });
});

describe('a dispute', () => {
  it('APY-04 opens the invoices, and pays them again with their discounts when it is won', async () => {
    const payment = await paid();
    expect((await payment.back(0, 29_400)).told).toEqual([['disputed', 29_400]]);
    expect(await payment.open()).toEqual([10_000, 20_000]);
    expect(await payment.stored()).toMatchObject({
      result: 0,
      code: 200_700,
      disputed: 29_400,
      message: 'The payment is disputed at the bank.',
    });
    expect((await payment.back(0, 0, true)).told).toEqual([]);
    expect(await payment.open()).toEqual([0, 0]);
    expect(await payment.stored()).toMatchObject({
      result: 1,
      code: 100_000,
      amount: 29_400,
      disputed: 0,
      message: 'Approved',
      isReturned: false,
      onAccount: 0,
    });
    expect(await payment.returns()).toEqual([
      [
        'disputed',
        29_400,
        [
          [payment.invoices[1], 19_600, 400],
          [payment.invoices[0], 9_800, 200],
        ],
      ],
      [
        'reinstated',
        29_400,
        [
          [payment.invoices[0], 9_800, 200],
          [payment.invoices[1], 19_600, 400],
        ],
      ],
    ]);
    expect((await payment.traces())?.events).toEqual(['payment.disputed', 'payment.reinstated', 'payment.settled']);
  });

  it('APY-04 of a part that is won in part pays a part, without the discount', async () => {
    const payment = await paid();
    await payment.back(0, 9_800);
    expect(await payment.stored()).toMatchObject({ result: 1, amount: 19_600, message: 'A part of the payment is disputed at the bank.' });
    await payment.back(0, 4_900);
    expect(await payment.open()).toEqual([0, 5_100]);
    expect(await payment.stored()).toMatchObject({ amount: 24_500, disputed: 4_900, onAccount: 0 });
    await payment.back(0, 0, true);
    // The rest of the lost amount comes with the lost discount, which is still open.
    expect(await payment.open()).toEqual([0, 0]);
  });

  it('APY-04 that is won after an invoice was paid otherwise leaves the rest on account, and a refund takes that first', async () => {
    const payment = await paid();
    await payment.back(0, 29_400);
    const receipt = await desk.books.receipt('2026-11-01', 15_000);
    await desk.books.apply('2026-11-01', { paymentId: receipt }, payment.invoices[1] ?? 0, 15_000);
    await payment.back(0, 0, true);
    expect(await payment.open()).toEqual([0, 0]);
    expect(await payment.stored()).toMatchObject({ result: 1, amount: 29_400, onAccount: 14_600 });
    expect((await payment.returns())?.at(-1)).toEqual([
      'reinstated',
      29_400,
      [
        [payment.invoices[0], 9_800, 200],
        [payment.invoices[1], 5_000, 0],
        [null, 14_600, 0],
      ],
    ]);
    await payment.back(14_600, 0, true);
    expect(await payment.open()).toEqual([0, 0]);
    expect(await payment.stored()).toMatchObject({ amount: 14_800, onAccount: 0 });
    expect((await payment.returns())?.at(-1)).toEqual(['refunded', 14_600, [[null, 14_600, 0]]]);
    await payment.back(15_600, 0, true);
    expect(await payment.open()).toEqual([0, 1_000]);
  });

  it('APY-04 and a refund together take no more than was charged', async () => {
    const payment = await paid();
    await payment.back(9_800, 29_400);
    expect(await payment.stored()).toMatchObject({ result: 0, code: 200_700, refunded: 9_800, disputed: 19_600 });
    expect(await payment.open()).toEqual([10_000, 20_000]);
    expect((await payment.traces())?.reviews).toEqual(['refunded $98.00 / $294.00', 'disputed $196.00 / $294.00']);
  });

  it('APY-04 that becomes a refund of the same amount moves nothing again', async () => {
    const payment = await paid();
    await payment.back(0, 9_800);
    expect(await payment.back(9_800, 0, true)).toEqual({ told: [], announced: [] });
    expect(await payment.stored()).toMatchObject({
      refunded: 9_800,
      disputed: 0,
      amount: 19_600,
      message: 'A part of the payment was refunded.',
    });
    expect(await payment.open()).toEqual([0, 10_000]);
    expect(await payment.returns()).toHaveLength(1);
  });

  it('STF-07 without money is only reviewed', async () => {
    const payment = await paid();
    expect(await payment.back(0, 0, true)).toEqual({ told: [], announced: [] });
    expect(await payment.stored()).toMatchObject({ result: 1, amount: 29_400, charged: null });
    expect((await payment.traces())?.reviews).toEqual(['disputed $0.00 / $294.00']);
  });
});
