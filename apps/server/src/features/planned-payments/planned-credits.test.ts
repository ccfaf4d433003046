import { setTimeout as pause } from 'node:timers/promises';
import { type Cart, changeCart, getCart } from '@yardage/contract/carts';
import { listEvents } from '@yardage/contract/events';
import { type PlannedPayment, stopPlannedPayment } from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { PaymentFlow } from '#server/features/payments/payment-flow.service';
import type { PaymentMetrics } from '#server/features/payments/payment-metrics';
import { createLog } from '#server/http/observability';
import { holdRows } from '#server/testing/held-rows';
import { openPlanCredits, type PlanCredits, type TestCredit, used } from '#server/testing/plan-credits';
import { minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import { cardRequest, type PayableInvoice, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

// Credits that a planned payment uses: promised when it is planned, applied when it is made, and never a reason to charge more.

let app: TestApp;
let second: TestApp;
let plans: PlanDesk;
let credits: PlanCredits;
/** The hour of tomorrow, when the plans of today are due. */
let due: Date;

beforeAll(async () => {
  const environment = { PAYMENT_FAILURES_PER_USER: '1000', PAYMENT_FAILURES_PER_ACCOUNT: '1000' };
  app = await openTestApp({ environment });
  second = await openTestApp({ environment, opened: { database: app.database, close: async () => {} } });
  plans = await openPlanDesk(app);
  credits = openPlanCredits(app, plans);
  due = await plans.hourOf(addDays(plans.today, 1));
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});
beforeEach(() => plans.clear());

const bothRounds = (now = due) => Promise.all([app, second, app, second].map(({ plannedRunner }) => plannedRunner.round(now)));

const invoices = (count: number) => plans.invoicesToPlan(count) as Promise<[PayableInvoice, PayableInvoice]>;
const sumOf = (of: readonly PayableInvoice[]) => of.reduce((sum, { openCents }) => sum + openCents, 0);
type Used = ReturnType<typeof used>;
const scheduled = async (of: readonly PayableInvoice[], agreed: readonly Used[], card?: string): Promise<number> => {
  const { status, body } = await credits.schedule(await plans.method(card), of, agreed);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
/** Runs the completer, which asks for the outcome of payments under way, like every process. */
const complete = async () => {
  const metrics = { ended: () => {}, disagreed: () => {} } as unknown as PaymentMetrics;
  const parts = { log: createLog('silent'), metrics, timeoutMs: 5_000, mailPayer: async () => {}, records: { announceRecords: () => {} } };
  await plans.run(sql`update payments set resolve_after = now() where payment_result = 2 and resolve_after is not null`);
  await new PaymentFlow({ database: app.database, ports: [app.sandbox], ...parts }).resolveDue();
};

describe('APY-01 APY-06 a planned payment with credits', () => {
  it('charges once what they do not cover, and applies them like a payment by hand', async () => {
    const [first, rest] = await invoices(2);
    const [one, two] = [await credits.add(12_000), await credits.add(3_000)];
    const id = await scheduled([first, rest], [used(one), used(two, 1_000)]);
    const charged = sumOf([first, rest]) - 13_000;
    expect(await plans.find(id, 'open')).toMatchObject({
      state: 'planned',
      amount: charged / 100,
      creditAmount: 130,
      credits: [used(one), used(two, 1_000)],
      invoices: [{ amount: first.openCents / 100 }, { amount: rest.openCents / 100 }],
    });
    expect([await credits.standing(one), await credits.standing(two)]).toEqual([
      [0, 0, 12_000, 12_000],
      [0, 0, 1_000, 3_000],
    ]);
    await bothRounds();
    await bothRounds(minute(due, 5));
    const done = (await plans.find(id)) as PlannedPayment;
    expect(done).toMatchObject({ state: 'paid', payment: { amount: charged / 100, creditAmount: 130 } });
    const cartId = done.payment?.cartId ?? '';
    expect((await plans.desk.processorBooks())[cartId]).toEqual([charged]);
    expect([await credits.invoice(first), await credits.invoice(rest)]).toMatchObject([
      { open: 0, credited: first.openCents },
      { open: 0, credited: 13_000 - first.openCents },
    ]);
    expect([await credits.standing(one), await credits.standing(two)]).toEqual([
      [12_000, 0, 0, 0],
      [1_000, 0, 0, 2_000],
    ]);
    expect((await credits.credit(one)).applications.map((each) => [each.cartId, each.paymentResult])).toContainEqual([cartId, 1]);
    const { events } = (await app.call(listEvents, { as: SERVICE, query: { limit: 500, types: 'payment.settled' } })).body;
    const [event] = events.filter(({ data }: { data: { cartId: string } }) => data.cartId === cartId);
    expect(event.data).toMatchObject({ amount: charged / 100, credits: [{ creditNumber: one.creditNumber }, {}, {}] });
    // Each cent of the credits is in the journal once.
    const journal = await plans.read<number>(
      sql`select coalesce(sum(invoice_cents + account_cents), 0) as answer from ledger_entries where customer_id = ${plans.own.customerId}`,
    );
    const balance =
      await plans.read<number>(sql`select (select coalesce(sum(open_cents), 0) from invoices where customer_id = ${plans.own.customerId})
      - (select coalesce(sum(open_cents), 0) from credits where customer_id = ${plans.own.customerId})
      - (select coalesce(sum(on_account_cents), 0) from payments where customer_id = ${plans.own.customerId} and payment_result = 1) as answer`);
    expect(Number(journal)).toBe(Number(balance));
  });

  it('charges nothing if they cover everything, also with a method that cannot be charged any more', async () => {
    const [only] = await invoices(1);
    const large = await credits.add(50_000);
    const before = await credits.moved();
    const id = await scheduled([only], [used(large, only.openCents)]);
    await plans.run(sql`update saved_methods set expires_on = '2020-01-31' where removed_at is null`);
    await bothRounds();
    expect(await plans.find(id)).toMatchObject({ state: 'paid', amount: 0, payment: { amount: 0, creditAmount: only.openCents / 100 } });
    expect([await credits.invoice(only), await credits.moved()]).toMatchObject([{ open: 0, paid: 0, credited: only.openCents }, before]);
    expect(await credits.standing(large)).toEqual([only.openCents, 0, 0, 50_000 - only.openCents]);
    const method = sql`select method as answer from payments where id = (select payment_id from planned_payments where id = ${id})`;
    expect(await plans.read(method)).toBe('Credit');
  });

  it('of a process that died after storing the payment is made again, with and without something to charge', async () => {
    const [covered, charged] = await invoices(2);
    const own = await credits.add(20_000);
    const methodId = await plans.method();
    const ids = [];
    for (const [of, cents] of [[covered, covered.openCents] as const, [charged, 20_000 - covered.openCents] as const]) {
      ids.push((await credits.schedule(methodId, [of], [used(own, cents)])).body.id as number);
    }
    const pay = vi.spyOn(PaymentFlow.prototype, 'pay').mockRejectedValue(new Error('killed'));
    await app.plannedRunner.round(due).catch(() => {});
    pay.mockRestore();
    expect(await credits.standing(own)).toEqual([0, 20_000, 0, 20_000]);
    await complete();
    // The payments have failed, and the plans are not updated yet: the promised credits are still theirs.
    expect(await credits.standing(own)).toEqual([0, 0, 20_000, 20_000]);
    await bothRounds();
    expect(await credits.standing(own)).toEqual([0, 0, 20_000, 20_000]);
    await bothRounds(minute(due, 10));
    for (const id of ids) expect((await plans.find(id))?.state).toBe('paid');
    expect(await credits.standing(own)).toEqual([20_000, 0, 0, 0]);
    expect([await credits.invoice(covered), await credits.invoice(charged)]).toMatchObject([{ open: 0 }, { open: 0 }]);
    expect(await plans.charges((await plans.find(ids[1] ?? 0))?.payment?.cartId)).toBe(1);
  });

  it('that is refused leaves the credits open, and one with an unclear answer keeps them until it is known', async () => {
    const [poor, unclear] = await invoices(2);
    const [one, two] = [await credits.add(4_000), await credits.add(4_000)];
    const refused = await scheduled([poor], [used(one)], TEST_CARDS.insufficientFunds);
    await bothRounds();
    expect(await plans.find(refused)).toMatchObject({ state: 'failed', endReason: 'payment-failed' });
    expect([await credits.standing(one), await credits.invoice(poor)]).toMatchObject([
      [0, 0, 0, 4_000],
      { open: poor.openCents, credited: 0 },
    ]);

    const lost = await scheduled([unclear], [used(two)]);
    const { chargeSaved } = app.sandbox;
    app.sandbox.chargeSaved = async (...order) => {
      await chargeSaved(...order);
      throw new Error('the answer was lost');
    };
    await app.plannedRunner.round(due);
    app.sandbox.chargeSaved = chargeSaved;
    expect([(await plans.find(lost, 'open'))?.state, await credits.standing(two)]).toEqual(['running', [0, 4_000, 0, 4_000]]);
    await complete();
    await bothRounds();
    const done = await plans.find(lost);
    expect([done?.state, await plans.charges(done?.payment?.cartId), await credits.standing(two)]).toEqual(['paid', 1, [4_000, 0, 0, 0]]);
    expect(await credits.invoice(unclear)).toMatchObject({ open: 0, paid: unclear.openCents - 4_000, credited: 4_000 });
  });

  it('that did not reach the processor is tried again with the same credits, which nobody else gets meanwhile', async () => {
    const [planned, other] = await invoices(2);
    const own = await credits.add(5_000);
    const id = await scheduled([planned], [used(own)]);
    const { reserve } = app.sandbox;
    app.sandbox.reserve = async () => {
      throw new Error('unreachable');
    };
    await app.plannedRunner.round(due);
    app.sandbox.reserve = reserve;
    expect((await plans.desk.send(credits.byHand([other], [used(own)]))).status).toBe(409);
    await bothRounds(minute(due, 10));
    expect([(await plans.find(id))?.state, await credits.standing(own)]).toEqual(['paid', [5_000, 0, 0, 0]]);
    expect(await credits.invoice(planned)).toMatchObject({ open: 0, paid: planned.openCents - 5_000 });
  });

  it('uses and charges less if one of its invoices was paid by hand meanwhile', async () => {
    const [paid, left] = await invoices(2);
    const own = await credits.add(15_000);
    const id = await scheduled([paid, left], [used(own)]);
    expect((await plans.desk.pay(cardRequest(plans.own, [paid]))).status).toBe(100_000);
    await bothRounds();
    expect(await plans.find(id)).toMatchObject({ state: 'paid', payment: { amount: 0, creditAmount: left.openCents / 100 } });
    expect(await credits.standing(own)).toEqual([left.openCents, 0, 0, 15_000 - left.openCents]);
  });

  it.each([
    ['is voided', ({ id }: TestCredit) => credits.books.voidCredit(plans.today, id)],
    ['is reduced', ({ id }: TestCredit) => plans.run(sql`update credits set sales_cents = 3999, total_cents = 3999 where id = ${id}`)],
    [
      'is used by the supplier',
      async ({ id }: TestCredit) => {
        const other = await credits.books.invoice(plans.today, 5_000);
        await credits.books.apply(plans.today, { creditId: id }, other, 1);
      },
    ],
  ])('ends with its reason and a mail, and charges nothing, if a credit %s before it runs', async (_, spoil) => {
    const [only] = await invoices(1);
    const own = await credits.add(4_000);
    const before = await credits.moved();
    const id = await scheduled([only], [used(own)]);
    await spoil(own);
    await bothRounds();
    expect(await plans.find(id)).toMatchObject({ state: 'failed', endReason: 'credit-changed', payment: null });
    expect(await plans.mailsAbout(id)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);
    expect([await credits.moved(), await credits.invoice(only)]).toMatchObject([before, { open: only.openCents }]);
  });

  it('is made if a credit shrank and the charge does not grow: applied to the same invoice, or no longer needed', async () => {
    const [applied] = await invoices(1);
    const own = await credits.add(4_000);
    const byErp = await scheduled([applied], [used(own)]);
    await credits.books.apply(plans.today, { creditId: own.id }, applied.id, 4_000);
    await bothRounds();
    const charge = { amount: (applied.openCents - 4_000) / 100, creditAmount: 0 };
    expect(await plans.find(byErp)).toMatchObject({ state: 'paid', amount: charge.amount, payment: charge });
    expect([await credits.invoice(applied), await credits.standing(own)]).toMatchObject([{ open: 0 }, [4_000, 0, 0, 0]]);

    const [paid, left] = await invoices(2);
    const [voided, kept] = [await credits.add(4_000), await credits.add(3_000)];
    const id = await scheduled([paid, left], [used(voided), used(kept)]);
    expect((await plans.desk.pay(cardRequest(plans.own, [paid]))).status).toBe(100_000);
    await credits.books.voidCredit(plans.today, voided.id);
    await bothRounds();
    expect(await plans.find(id)).toMatchObject({ state: 'paid', payment: { amount: (left.openCents - 3_000) / 100, creditAmount: 30 } });
  });

  it('waits for a change of its credit that is under way, and then charges nothing', async () => {
    const [only] = await invoices(1);
    const own = await credits.add(4_000);
    const before = await credits.moved();
    const id = await scheduled([only], [used(own)]);
    const held = await holdRows(app.database, 'select from credits where id = $1 for update', [own.id]);
    const running = bothRounds();
    await held.untilWaitedFor();
    await held.run('update credits set voided_on = current_date where id = $1', [own.id]);
    await held.commit();
    await running;
    expect([(await plans.find(id))?.endReason, await credits.moved()]).toEqual(['credit-changed', before]);
  });

  it('stores the money of each invoice without what credits cover, so that a version without them charges nothing', async () => {
    const [first, rest] = await invoices(2);
    const own = await credits.add(15_000);
    const id = await scheduled([first, rest], [used(own)]);
    const cents = sql`select json_agg(json_build_array(amount_cents, credit_cents) order by invoice_id) as answer
      from planned_payment_invoices where planned_payment_id = ${id}`;
    const second = 15_000 - first.openCents;
    expect(await plans.read(cents)).toEqual([
      [0, first.openCents],
      [rest.openCents - second, second],
    ]);
  });
});

describe('APY-01 APY-06 what is promised of a credit', () => {
  it('is neither in the cart nor usable by hand or by a second plan, until the plan is stopped', async () => {
    const [planned, other] = await invoices(2);
    const own = await credits.add(6_000);
    await app.call(changeCart, { as: OWNER, params: plans.params, body: { credits: [used(own)] } });
    const id = await scheduled([planned], [used(own, 4_000)]);
    const cart = async () => (await app.call(getCart, { as: OWNER, params: plans.params })).body as Cart;
    const inCart = (found: Cart) => found.credits.find(({ creditNumber }) => creditNumber === own.creditNumber);
    const found = await cart();
    // The plan takes it out of the cart, as a payment does.
    expect([inCart(found)?.openAmount, inCart(found)?.chosenAmount, found.promisedCreditAmount]).toEqual([20, null, 40]);
    const refused = await credits.schedule(await plans.method(), [other], [used(own, 2_001)]);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'cart-changed',
      expect.stringContaining(`${own.creditNumber}: $20.00`),
    ]);
    expect((await plans.desk.send(credits.byHand([other], [used(own, 2_001)]))).status).toBe(409);
    expect((await plans.desk.send(credits.byHand([other], [used(own, 2_000)]))).status).toBe(200);
    expect(inCart(await cart())).toBeUndefined();
    await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...plans.params, id } });
    expect([await credits.standing(own), inCart(await cart())?.openAmount]).toEqual([[2_000, 0, 0, 4_000], 40]);
  });

  it('is promised once if two plans want it at once, in two processes', async () => {
    for (let time = 0; time < 4; time += 1) {
      const [one, two] = await invoices(2);
      const own = await credits.add(5_000);
      const methodId = await plans.method();
      const held = await holdRows(app.database, 'select from credits where id = $1 for update', [own.id]);
      const both = Promise.all([
        credits.schedule(methodId, [one], [used(own, 3_000)]),
        credits.schedule(methodId, [two], [used(own, 3_000)], second),
      ]);
      await held.untilWaitedFor();
      // The second waits behind the first.
      await pause(300);
      await held.commit();
      expect((await both).map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await credits.standing(own)).toEqual([0, 0, 3_000, 5_000]);
    }
  });

  it('is used once if a payment by hand wants it while the plan runs', async () => {
    for (let time = 0; time < 3; time += 1) {
      const [planned, other] = await invoices(2);
      const own = await credits.add(5_000);
      const id = await scheduled([planned], [used(own)]);
      const [answer] = await Promise.all([plans.desk.send(credits.byHand([other], [used(own)])), bothRounds()]);
      await bothRounds();
      expect([answer.status, (await plans.find(id))?.state, await credits.standing(own)]).toEqual([409, 'paid', [5_000, 0, 0, 0]]);
    }
  });

  it('is refused beyond what there is to pay, twice, for an unknown credit, and in fractions of a cent', async () => {
    const [only] = await invoices(1);
    const own = await credits.add(50_000);
    const answers = [
      [used(own, only.openCents + 1)],
      [used(own, 100), used(own, 100)],
      [{ creditNumber: 'no-such', amount: 1 }],
      [{ creditNumber: own.creditNumber, amount: 0.005 }],
    ];
    const methodId = await plans.method();
    const statuses = [];
    for (const agreed of answers) statuses.push((await credits.schedule(methodId, [only], agreed)).status);
    expect([statuses, await credits.standing(own)]).toEqual([
      [400, 400, 404, 400],
      [0, 0, 0, 50_000],
    ]);
  });
});
