import {
  addAutopayRule,
  approvePayment,
  declinePayment,
  getApprovalLimit,
  listAutopayRules,
  listPlannedPayments,
  type PlannedPayment,
  requestPaymentApproval,
  schedulePayment,
  setApprovalLimit,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { saveMethod } from '@yardage/contract/saved-methods';
import { addDays, dayAt } from '@yardage/domain/dates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, type PayableInvoice, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const ADMINISTRATOR = 'administrator@example.com';
const PAYABLES = 'payables@example.com';
let app: TestApp;
let second: TestApp;
let own: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;
let params: { globalCustomerNumber: string };
let timeZone: string;
let today: string;

const run = (statement: ReturnType<typeof sql>) => app.database.transaction('system', ({ orm }) => orm.execute(statement));
const read = async <T>(statement: ReturnType<typeof sql>) => (await app.database.read<T>('system', statement)) as T;

beforeAll(async () => {
  const environment = { PAYMENT_FAILURES_PER_USER: '1000', PAYMENT_FAILURES_PER_ACCOUNT: '1000' };
  app = await openTestApp({ environment });
  second = await openTestApp({ environment, opened: { database: app.database, close: async () => {} } });
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  desk = paymentDesk(app, own, OWNER);
  timeZone = await read<string>(sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`);
  today = dayAt(new Date(), timeZone);
  // Enough invoices for all tests, without discounts: their amount is the same on every day.
  await run(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
    select ${own.customerId}, 'PLAN' || n, ${today}::date, '2045-01-01', 'PLAN', 10000 + n, 0, 10000 + n, 0 from generate_series(1, 40) n`);
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});
beforeEach(async () => {
  await run(
    sql`update planned_payments set state = 'stopped', end_reason = 'by-hand', ended_at = now() where state in ('waiting', 'planned')`,
  );
  await run(sql`update autopay_rules set stopped_at = now() where stopped_at is null`);
  await run(sql`delete from approval_limits`);
});

/** The configured hour of a day at the data source, as a moment. */
const hourOf = (day: string) =>
  read<string>(sql`select ((${day}::date + interval '8 hours') at time zone ${timeZone}::text) as answer`).then(
    (moment) => new Date(moment),
  );
const minute = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);

/** Invoices without payments or plans. */
const invoicesToPlan = (count: number) =>
  read<PayableInvoice[]>(sql`select json_agg(line) as answer from (
    select i.id, i.document_number as "invoiceNumber", i.open_cents as "openCents", 0 as "discountCents" from invoices i
    where i.customer_id = ${own.customerId} and i.document_number like 'PLAN%' and i.paid_cents + i.pending_cents = 0
      and not exists (select from planned_payment_invoices l where l.invoice_id = i.id)
    order by i.id limit ${count}) as line`);

const method = async (number: string = TEST_CARDS.approved) => {
  const { paymentMethod, paymentDetails } = cardRequest(own, [], number);
  await run(sql`update saved_methods set removed_at = now() where removed_at is null`);
  return (await app.call(saveMethod, { as: OWNER, params, body: { paymentMethod, paymentDetails } })).body.id as number;
};
const agreed = (methodId: number, invoices: readonly PayableInvoice[]) => ({
  methodId,
  invoiceNumbers: invoices.map(({ invoiceNumber }) => invoiceNumber),
  totalAmountWithDiscount: invoices.reduce((sum, { openCents, discountCents }) => sum + openCents - discountCents, 0) / 100,
});
const schedule = async (methodId: number, invoices: readonly PayableInvoice[], runOn: string, as = PAYABLES) =>
  app.call(schedulePayment, { as, params, body: { ...agreed(methodId, invoices), runOn } });
const find = async (id: number, view: 'open' | 'past' = 'past') =>
  ((await app.call(listPlannedPayments, { as: OWNER, params, query: { view } })).body as PlannedPayment[]).find((plan) => plan.id === id);
const mailsAbout = (id: number) =>
  read<string[]>(sql`select coalesce(json_agg((document_reference ->> 'event') || ' ' || to_addresses[1] order by id), '[]') as answer
    from outgoing_mails where document_kind = 'planned-payment' and (document_reference ->> 'id')::bigint = ${id}`);
const charges = async (cartId: string | undefined) => (await desk.processorBooks())[cartId ?? '']?.length ?? 0;
const bothRounds = (now: Date) => Promise.all([app, second, app, second].map(({ plannedRunner }) => plannedRunner.round(now)));

describe('APY-06 a scheduled payment', () => {
  it('is announced a day before, runs once over several processes at the hour of its day, and not a minute earlier', async () => {
    const invoices = await invoicesToPlan(2);
    const runOn = addDays(today, 3);
    const { status, body } = await schedule(await method(), invoices, runOn);
    expect([status, body.state, body.invoices.length]).toEqual([200, 'planned', 2]);
    const due = await hourOf(runOn);
    await bothRounds(minute(await hourOf(addDays(runOn, -1)), -1));
    expect(await mailsAbout(body.id)).toEqual([]);
    await bothRounds(await hourOf(addDays(runOn, -1)));
    expect(await mailsAbout(body.id)).toEqual([`announced ${PAYABLES}`]);
    await bothRounds(minute(due, -1));
    expect((await find(body.id, 'open'))?.state).toBe('planned');
    await bothRounds(due);
    await bothRounds(minute(due, 5));
    const done = await find(body.id);
    expect([done?.state, done?.payment?.amount, await charges(done?.payment?.cartId)]).toEqual(['paid', body.amount, 1]);
    expect((await desk.invoice(invoices[0]?.invoiceNumber ?? '')).standing).toBe(1);
  });

  it.each([
    ['2026-03-08', '12:59', '13:00'],
    ['2026-11-01', '13:59', '14:00'],
    ['2026-07-01', '12:59', '13:00'],
  ])('on %s, also when the clocks change, is due at eight in Chicago and at no other time', async (day, before, at) => {
    await run(sql`update data_sources set time_zone = 'America/Chicago' where id = ${own.datasourceId}`);
    const { body } = await schedule(await method(), await invoicesToPlan(1), addDays(today, 300));
    await run(sql`update planned_payments set run_on = ${day}::date where id = ${body.id}`);
    await app.plannedRunner.runDue(new Date(`${day}T${before}:59Z`), body.id);
    expect((await find(body.id, 'open'))?.state).toBe('planned');
    await app.plannedRunner.runDue(new Date(`${day}T${at}:00Z`), body.id);
    expect((await find(body.id))?.state).toBe('paid');
    await run(sql`update data_sources set time_zone = ${timeZone} where id = ${own.datasourceId}`);
  });

  it('pays only what is left when an invoice was paid by hand, and nothing twice', async () => {
    const [first, rest] = (await invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const id = (await schedule(await method(), [first, rest], today)).body.id;
    expect((await desk.pay(cardRequest(own, [first]))).status).toBe(100000);
    await bothRounds(await hourOf(addDays(today, 1)));
    const done = await find(id);
    expect([done?.state, done?.payment?.amount]).toEqual(['paid', rest.openCents / 100]);
    expect(await desk.invoice(first.invoiceNumber)).toEqual({ paidCents: first.openCents, standing: 1 });

    const [only] = (await invoicesToPlan(1)) as [PayableInvoice];
    const late = (await schedule(await method(), [only], today)).body.id;
    await desk.pay(cardRequest(own, [only]));
    await bothRounds(await hourOf(addDays(today, 1)));
    expect([(await find(late))?.endReason, await mailsAbout(late)]).toEqual([
      'paid-meanwhile',
      [`announced ${PAYABLES}`, `ended ${PAYABLES}`],
    ]);
  });

  it('pays a part of an invoice, and no more than the rest if somebody has paid another part meanwhile', async () => {
    const [first, second] = (await invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await method();
    const planPart = async ({ invoiceNumber }: PayableInvoice, amount: number) => {
      const body = { methodId, invoiceNumbers: [invoiceNumber], parts: [{ invoiceNumber, amount }], totalAmountWithDiscount: amount };
      return (await app.call(schedulePayment, { as: PAYABLES, params, body: { ...body, runOn: today } })).body.id as number;
    };
    const ids = [await planPart(first, 40), await planPart(second, 90)];
    // Of the second invoice 60.00 are paid by check, so that less than the planned 90.00 is left.
    await run(sql`with paid as (insert into payments (customer_id, payment_id, method, source_name, payment_result, result_code, status_message,
          amount_cents, discount_cents, started_at, settled_at, received_on)
        values (${own.customerId}, '4711', 'Check', 'Mail', 1, 100000, 'Received', 6000, 0, now(), now(), ${today}::date) returning id)
      insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
      select id, ${second.id}, ${own.customerId}, 6000, 0, 1, ${today}::date from paid`);
    await bothRounds(await hourOf(addDays(today, 1)));
    const [part, rest] = await Promise.all(ids.map((id) => find(id)));
    expect([part?.state, part?.payment?.amount, rest?.state, rest?.payment?.amount]).toEqual([
      'paid',
      40,
      'paid',
      (second.openCents - 6000) / 100,
    ]);
    expect((await desk.invoice(first.invoiceNumber)).paidCents).toBe(4000);
  });

  it('and a payment of the same invoice by hand at the same moment make one charge', async () => {
    for (const invoice of await invoicesToPlan(4)) {
      const { id } = (await schedule(await method(), [invoice], today)).body;
      const now = await hourOf(addDays(today, 1));
      const [answer] = await Promise.all([desk.send(cardRequest(own, [invoice])), bothRounds(now)]);
      await bothRounds(now);
      const cartIds = [answer.body.data?.cartData.cartId, (await find(id))?.payment?.cartId].filter(Boolean);
      expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: invoice.openCents, standing: 1 });
      expect((await Promise.all([...new Set(cartIds)].map(charges))).reduce((sum, count) => sum + count, 0)).toBe(1);
    }
  });

  it('is tried again after it did not reach the processor, tells when the card is declined, and never pays more than announced', async () => {
    const now = await hourOf(addDays(today, 1));
    const lost = (await schedule(await method(), await invoicesToPlan(1), today)).body.id;
    const reserve = app.sandbox.reserve;
    app.sandbox.reserve = async () => {
      throw new Error('unreachable');
    };
    await app.plannedRunner.round(now);
    app.sandbox.reserve = reserve;
    await app.plannedRunner.round(now);
    expect((await find(lost, 'open'))?.state).toBe('planned');
    await app.plannedRunner.round(minute(now, 10));
    expect((await find(lost))?.state).toBe('paid');

    const poor = (await schedule(await method(TEST_CARDS.insufficientFunds), await invoicesToPlan(1), today)).body.id;
    await app.plannedRunner.round(now);
    expect([(await find(poor))?.state, (await find(poor))?.endReason]).toEqual(['failed', 'payment-failed']);
    expect(await mailsAbout(poor)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);

    const [invoice] = (await invoicesToPlan(1)) as [PayableInvoice];
    const dearer = (await schedule(await method(), [invoice], today)).body.id;
    await run(sql`update invoices set sales_cents = sales_cents + 100, total_cents = total_cents + 100 where id = ${invoice.id}`);
    await app.plannedRunner.round(now);
    expect([(await find(dearer))?.endReason, (await desk.invoice(invoice.invoiceNumber)).standing]).toEqual(['amount-changed', 0]);
  });

  it('can be stopped until it runs, is refused twice for an invoice, in the past, and with another total', async () => {
    const invoices = await invoicesToPlan(1);
    const methodId = await method();
    expect((await schedule(methodId, invoices, addDays(today, -1))).status).toBe(400);
    const wrong = { ...agreed(methodId, invoices), totalAmountWithDiscount: 1, runOn: today };
    expect((await app.call(schedulePayment, { as: PAYABLES, params, body: wrong })).body.code).toBe('cart-changed');
    const { id } = (await schedule(methodId, invoices, today)).body;
    expect((await schedule(methodId, invoices, today)).body.code).toBe('conflict');
    expect((await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...params, id } })).body.state).toBe('stopped');
    await bothRounds(await hourOf(addDays(today, 1)));
    expect([(await find(id))?.state, (await find(id))?.payment]).toEqual(['stopped', null]);
    expect((await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...params, id } })).status).toBe(409);
  });

  it('of a user who has left is not made, and the administrators get a mail', async () => {
    const { id } = (await schedule(await method(), await invoicesToPlan(1), today)).body;
    await run(sql`update members set is_enabled = false where customer_id = ${own.customerId} and email = ${PAYABLES}`);
    await app.plannedRunner.round(await hourOf(addDays(today, 1)));
    await run(sql`update members set is_enabled = true where customer_id = ${own.customerId} and email = ${PAYABLES}`);
    expect((await find(id))?.endReason).toBe('maker-left');
    expect((await mailsAbout(id)).filter((mail) => mail.startsWith('ended'))).toEqual([`ended ${ADMINISTRATOR}`, `ended ${OWNER}`]);
  });
});

describe('APY-06 autopay', () => {
  it('plans what is due tomorrow within its caps once, pays it once, and leaves the rest to a person', async () => {
    const [small, large] = (await invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    // Only these two are due; all others are far away.
    await run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id in (${small.id}, ${large.id})`);
    const cap = Math.min(small.openCents, large.openCents) / 100;
    const body = { methodId: await method(), timing: 'due-date', daysBefore: 0, paymentCap: cap, monthCap: cap };
    const [rule] = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body;
    expect(rule.upcoming).toEqual([{ runOn: addDays(today, 1), invoices: 2, amount: (small.openCents + large.openCents) / 100 }]);
    const evening = minute(await hourOf(today), 600);
    await bothRounds(evening);
    const plans = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    expect(plans.map(({ kind, runOn, amount }) => [kind, runOn, amount])).toEqual([['autopay', addDays(today, 1), cap]]);
    expect(await mailsAbout(plans[0]?.id ?? 0)).toEqual([`announced ${PAYABLES}`]);
    await bothRounds(await hourOf(addDays(today, 1)));
    const done = await find(plans[0]?.id ?? 0);
    expect([done?.state, await charges(done?.payment?.cartId)]).toEqual(['paid', 1]);
    // The other invoice exceeds the rest of the month's limit: one mail, and it is not planned again.
    await bothRounds(await hourOf(addDays(today, 2)));
    await bothRounds(await hourOf(addDays(today, 3)));
    const past = (await app.call(listPlannedPayments, { as: PAYABLES, params, query: { view: 'past' } })).body as PlannedPayment[];
    expect(
      past
        .filter(({ kind }) => kind === 'autopay')
        .map(({ state, endReason }) => [state, endReason])
        .sort(),
    ).toEqual([
      ['paid', null],
      ['stopped', 'over-cap'],
    ]);
    expect((await app.call(listAutopayRules, { as: PAYABLES, params })).body[0].upcoming).toEqual([]);
  });
});

describe('APY-03 APY-06 what a dispute holds back', () => {
  const dispute = (invoice: PayableInvoice, cents: number) =>
    run(
      sql`insert into disputes (customer_id, invoice_id, reason, amount_cents) values (${own.customerId}, ${invoice.id}, 'other', ${cents})`,
    );
  const paidCents = (invoice: PayableInvoice) => desk.invoice(invoice.invoiceNumber).then((found) => found.paidCents);

  afterEach(() => run(sql`update disputes set state = 'withdrawn' where state = 'open'`));

  it('is neither planned nor announced by autopay, which leaves an invoice alone that is disputed wholly', async () => {
    const [part, whole] = (await invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    await run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id in (${part.id}, ${whole.id})`);
    await dispute(part, 4000);
    await dispute(whole, whole.openCents);
    const body = { methodId: await method(), timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    const [rule] = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body;
    const undisputed = part.openCents - 4000;
    expect(rule.upcoming).toEqual([{ runOn: addDays(today, 1), invoices: 1, amount: undisputed / 100 }]);
    await bothRounds(minute(await hourOf(today), 600));
    const plans = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    expect(plans.map(({ amount }) => amount)).toEqual([undisputed / 100]);
    await bothRounds(await hourOf(addDays(today, 1)));
    expect([await paidCents(part), await paidCents(whole)]).toEqual([undisputed, 0]);
  });

  it('is left out of a payment that was planned before, and ends it if nothing else is left', async () => {
    const [part, whole] = (await invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await method();
    const ids = [];
    for (const invoice of [part, whole]) ids.push((await schedule(methodId, [invoice], addDays(today, 2))).body.id as number);
    await dispute(part, 4000);
    await dispute(whole, whole.openCents);
    await bothRounds(await hourOf(addDays(today, 2)));
    const [paid, ended] = await Promise.all(ids.map((id) => find(id)));
    expect([paid?.state, await paidCents(part)]).toEqual(['paid', part.openCents - 4000]);
    expect([ended?.state, ended?.endReason, await paidCents(whole)]).toEqual(['stopped', 'disputed', 0]);
  });
});

describe('APY-07 approval', () => {
  const limitTo = (amount: number | null, as = ADMINISTRATOR) => app.call(setApprovalLimit, { as, params, body: { amount } });
  const ask = (methodId: number, invoices: readonly PayableInvoice[], as = PAYABLES) =>
    app.call(requestPaymentApproval, { as, params, body: agreed(methodId, invoices) });
  const approve = (id: number, as: string, at = app) => at.call(approvePayment, { as, params: { ...params, id } });

  it('is needed above the limit, by a second person; two at once make one charge', async () => {
    const invoices = await invoicesToPlan(1);
    const methodId = await method();
    expect((await limitTo(1)).body).toMatchObject({ amount: 1 });
    expect((await limitTo(5, PAYABLES)).status).toBe(403);
    const direct = await desk.send(cardRequest(own, invoices));
    expect([direct.status, direct.body.code]).toEqual([409, 'approval-required']);
    const { body } = await ask(methodId, invoices, OWNER);
    expect(body.state).toBe('waiting');
    expect(await mailsAbout(body.id)).toEqual([`approval ${ADMINISTRATOR}`]);
    expect((await approve(body.id, OWNER)).body.code).toBe('approval-own');
    expect((await approve(body.id, PAYABLES)).status).toBe(403);
    const answers = await Promise.all([approve(body.id, ADMINISTRATOR), approve(body.id, ADMINISTRATOR, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await bothRounds(new Date());
    const done = await find(body.id);
    expect([done?.state, await charges(done?.payment?.cartId), done?.decidedBy]).toEqual(['paid', 1, expect.any(String)]);
  });

  it('can be declined with a reason, expires, and a payment that waits is not made on its day', async () => {
    const methodId = await method();
    await limitTo(1);
    const declined = (await ask(methodId, await invoicesToPlan(1))).body.id;
    const note = { reason: 'Wrong job' };
    expect((await app.call(declinePayment, { as: OWNER, params: { ...params, id: declined }, body: note })).body.state).toBe('declined');
    expect(await find(declined)).toMatchObject({ endReason: 'declined', note: 'Wrong job', payment: null });
    expect(await mailsAbout(declined)).toContain(`ended ${PAYABLES}`);
    const planned = (await schedule(methodId, await invoicesToPlan(1), today)).body;
    expect(planned.state).toBe('waiting');
    await bothRounds(minute(await hourOf(today), 60));
    expect((await find(planned.id, 'open'))?.state).toBe('waiting');
    await bothRounds(await hourOf(addDays(today, 2)));
    expect((await find(planned.id))?.state).toBe('expired');
    expect((await approve(planned.id, OWNER)).status).toBe(409);
  });

  it('cannot be avoided by paying in parts: what the same person paid of the account alone within a day counts', async () => {
    const age = (hours: number) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(
          sql`update payments set started_at = started_at - make_interval(hours => ${hours}) where customer_id = ${own.customerId}`,
        ),
      );
    await age(48);
    const [one, two, three] = (await invoicesToPlan(3)) as [PayableInvoice, PayableInvoice, PayableInvoice];
    const toPay = ({ openCents, discountCents }: PayableInvoice) => openCents - discountCents;
    // Enough for the first and one of the others, and for each alone.
    const limit = (toPay(one) + Math.max(toPay(two), toPay(three))) / 100;
    await limitTo(limit);
    expect((await desk.send(cardRequest(own, [one]))).status).toBe(200);
    const { body } = await app.call(getApprovalLimit, { as: OWNER, params });
    expect(body).toMatchObject({ amount: limit, usedAmount: toPay(one) / 100 });
    // Two at once, in two processes: only one of them fits.
    const elsewhere = paymentDesk(second, own, OWNER);
    const both = await Promise.all([desk.send(cardRequest(own, [two])), elsewhere.send(cardRequest(own, [three]))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)?.body;
    expect([refused.code, refused.detail]).toEqual(['approval-required', expect.stringContaining('within 24 hours')]);
    const left = both[0]?.status === 409 ? two : three;
    // Somebody else of the account has their own sum, and a day later the payer has it back.
    expect((await app.call(getApprovalLimit, { as: PAYABLES, params })).body.usedAmount).toBe(0);
    await age(25);
    expect((await desk.send(cardRequest(own, [left]))).status).toBe(200);
    await limitTo(null);
  });

  it('is asked for on the day when the limit was lowered after a payment was planned', async () => {
    const { id } = (await schedule(await method(), await invoicesToPlan(1), today)).body;
    await limitTo(1);
    await app.plannedRunner.round(await hourOf(addDays(today, 1)));
    expect((await find(id, 'open'))?.state).toBe('waiting');
    expect((await approve(id, OWNER)).status).toBe(200);
    await app.plannedRunner.round(await hourOf(addDays(today, 1)));
    expect((await find(id))?.state).toBe('paid');
  });
});
