import { PERMISSIONS } from '@yardage/contract/permissions';
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
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { paymentDesk } from '#server/testing/payment-desk';
import { ADMINISTRATOR, minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import type { TestCustomer } from '#server/testing/sample-call';
import { cardRequest, type PayableInvoice, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { plannedMails } from './planned-mails.ts';

let app: TestApp;
let second: TestApp;
let plans: PlanDesk;
let own: TestCustomer;
let desk: PlanDesk['desk'];
let params: PlanDesk['params'];
let timeZone: string;
let today: string;

beforeAll(async () => {
  const environment = { PAYMENT_FAILURES_PER_USER: '1000', PAYMENT_FAILURES_PER_ACCOUNT: '1000' };
  app = await openTestApp({ environment });
  second = await openTestApp({ environment, opened: { database: app.database, close: async () => {} } });
  plans = await openPlanDesk(app);
  ({ own, desk, params, timeZone, today } = plans);
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});
beforeEach(() => plans.clear());

const bothRounds = (now: Date) => Promise.all([app, second, app, second].map(({ plannedRunner }) => plannedRunner.round(now)));

describe('APY-06 a scheduled payment', () => {
  it('is announced a day before, runs once over several processes at the hour of its day, and not a minute earlier', async () => {
    const invoices = await plans.invoicesToPlan(2);
    const runOn = addDays(today, 3);
    const { status, body } = await plans.schedule(await plans.method(), invoices, runOn);
    expect([status, body.state, body.invoices.length]).toEqual([200, 'planned', 2]);
    const due = await plans.hourOf(runOn);
    await bothRounds(minute(await plans.hourOf(addDays(runOn, -1)), -1));
    expect(await plans.mailsAbout(body.id)).toEqual([]);
    await bothRounds(await plans.hourOf(addDays(runOn, -1)));
    expect(await plans.mailsAbout(body.id)).toEqual([`announced ${PAYABLES}`]);
    await bothRounds(minute(due, -1));
    expect((await plans.find(body.id, 'open'))?.state).toBe('planned');
    await bothRounds(due);
    await bothRounds(minute(due, 5));
    const done = await plans.find(body.id);
    expect([done?.state, done?.payment?.amount, await plans.charges(done?.payment?.cartId)]).toEqual(['paid', body.amount, 1]);
    expect((await desk.invoice(invoices[0]?.invoiceNumber ?? '')).liveApplications).toBe(1);
  });

  it.each([
    ['2026-03-08', '12:59', '13:00'],
    ['2026-11-01', '13:59', '14:00'],
    ['2026-07-01', '12:59', '13:00'],
  ])('on %s, also when the clocks change, is due at eight in Chicago and at no other time', async (day, before, at) => {
    await plans.run(sql`update data_sources set time_zone = 'America/Chicago' where id = ${own.datasourceId}`);
    const { body } = await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), addDays(today, 300));
    await plans.run(sql`update planned_payments set run_on = ${day}::date where id = ${body.id}`);
    await app.plannedRunner.runDue(new Date(`${day}T${before}:59Z`), body.id);
    expect((await plans.find(body.id, 'open'))?.state).toBe('planned');
    await app.plannedRunner.runDue(new Date(`${day}T${at}:00Z`), body.id);
    expect((await plans.find(body.id))?.state).toBe('paid');
    await plans.run(sql`update data_sources set time_zone = ${timeZone} where id = ${own.datasourceId}`);
  });

  it('pays only what is left when an invoice was paid by hand, and nothing twice', async () => {
    const [first, rest] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const id = (await plans.schedule(await plans.method(), [first, rest], today)).body.id;
    expect((await desk.pay(cardRequest(own, [first]))).status).toBe(100000);
    await bothRounds(await plans.hourOf(addDays(today, 1)));
    const done = await plans.find(id);
    expect([done?.state, done?.payment?.amount]).toEqual(['paid', rest.openCents / 100]);
    expect(await desk.invoice(first.invoiceNumber)).toEqual({ paidCents: first.openCents, liveApplications: 1 });

    const [only] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    const late = (await plans.schedule(await plans.method(), [only], today)).body.id;
    await desk.pay(cardRequest(own, [only]));
    await bothRounds(await plans.hourOf(addDays(today, 1)));
    expect([(await plans.find(late))?.endReason, await plans.mailsAbout(late)]).toEqual([
      'paid-meanwhile',
      [`announced ${PAYABLES}`, `ended ${PAYABLES}`],
    ]);
  });

  it('pays a part of an invoice, and no more than the rest if somebody has paid another part meanwhile', async () => {
    const [first, second] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await plans.method();
    const planPart = async ({ invoiceNumber }: PayableInvoice, amount: number) => {
      const body = { methodId, invoiceNumbers: [invoiceNumber], parts: [{ invoiceNumber, amount }], totalAmountWithDiscount: amount };
      return (await app.call(schedulePayment, { as: PAYABLES, params, body: { ...body, runOn: today } })).body.id as number;
    };
    const ids = [await planPart(first, 40), await planPart(second, 90)];
    // Of the second invoice 60.00 are paid by check, so that less than the planned 90.00 is left.
    await plans.run(sql`with paid as (insert into payments (customer_id, payment_id, method, source_name, payment_result, result_code, status_message,
          amount_cents, discount_cents, started_at, settled_at, received_on)
        values (${own.customerId}, '4711', 'Check', 'Mail', 1, 100000, 'Received', 6000, 0, now(), now(), ${today}::date) returning id)
      insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
      select id, ${second.id}, ${own.customerId}, 6000, 0, 1, ${today}::date from paid`);
    await bothRounds(await plans.hourOf(addDays(today, 1)));
    const [part, rest] = await Promise.all(ids.map((id) => plans.find(id)));
    expect([part?.state, part?.payment?.amount, rest?.state, rest?.payment?.amount]).toEqual([
      'paid',
      40,
      'paid',
      (second.openCents - 6000) / 100,
    ]);
    expect((await desk.invoice(first.invoiceNumber)).paidCents).toBe(4000);
  });

  it('and a payment of the same invoice by hand at the same moment make one charge', async () => {
    for (const invoice of await plans.invoicesToPlan(4)) {
      const { id } = (await plans.schedule(await plans.method(), [invoice], today)).body;
      const now = await plans.hourOf(addDays(today, 1));
      const [answer] = await Promise.all([desk.send(cardRequest(own, [invoice])), bothRounds(now)]);
      await bothRounds(now);
      const cartIds = [answer.body.data?.cartData.cartId, (await plans.find(id))?.payment?.cartId].filter(Boolean);
      expect(await desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: invoice.openCents, liveApplications: 1 });
      expect((await Promise.all([...new Set(cartIds)].map(plans.charges))).reduce((sum, count) => sum + count, 0)).toBe(1);
    }
  });

  it('is tried again after it did not reach the processor, sends a mail when the card is declined, and never pays more than announced', async () => {
    const now = await plans.hourOf(addDays(today, 1));
    const lost = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), today)).body.id;
    const reserve = app.sandbox.reserve;
    app.sandbox.reserve = async () => {
      throw new Error('unreachable');
    };
    await app.plannedRunner.round(now);
    app.sandbox.reserve = reserve;
    await app.plannedRunner.round(now);
    expect((await plans.find(lost, 'open'))?.state).toBe('planned');
    await app.plannedRunner.round(minute(now, 10));
    expect((await plans.find(lost))?.state).toBe('paid');

    const poor = (await plans.schedule(await plans.method(TEST_CARDS.insufficientFunds), await plans.invoicesToPlan(1), today)).body.id;
    await app.plannedRunner.round(now);
    expect([(await plans.find(poor))?.state, (await plans.find(poor))?.endReason]).toEqual(['failed', 'payment-failed']);
    expect(await plans.mailsAbout(poor)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);

    const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    const dearer = (await plans.schedule(await plans.method(), [invoice], today)).body.id;
    await plans.run(sql`update invoices set sales_cents = sales_cents + 100, total_cents = total_cents + 100 where id = ${invoice.id}`);
    await app.plannedRunner.round(now);
    expect([(await plans.find(dearer))?.endReason, (await desk.invoice(invoice.invoiceNumber)).liveApplications]).toEqual([
      'amount-changed',
      0,
    ]);
  });

  it('can be stopped until it runs, is refused twice for an invoice, in the past, and with another total', async () => {
    const invoices = await plans.invoicesToPlan(1);
    const methodId = await plans.method();
    expect((await plans.schedule(methodId, invoices, addDays(today, -1))).status).toBe(400);
    const wrong = { ...plans.agreed(methodId, invoices), totalAmountWithDiscount: 1, runOn: today };
    expect((await app.call(schedulePayment, { as: PAYABLES, params, body: wrong })).body.code).toBe('cart-changed');
    const { id } = (await plans.schedule(methodId, invoices, today)).body;
    expect((await plans.schedule(methodId, invoices, today)).body.code).toBe('conflict');
    expect((await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...params, id } })).body.state).toBe('stopped');
    await bothRounds(await plans.hourOf(addDays(today, 1)));
    expect([(await plans.find(id))?.state, (await plans.find(id))?.payment]).toEqual(['stopped', null]);
    expect((await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...params, id } })).status).toBe(409);
  });

  it('of a user who has left is not made, and the administrators get a mail', async () => {
    const { id } = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), today)).body;
    await plans.run(sql`update members set is_enabled = false where customer_id = ${own.customerId} and email = ${PAYABLES}`);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    await plans.run(sql`update members set is_enabled = true where customer_id = ${own.customerId} and email = ${PAYABLES}`);
    expect((await plans.find(id))?.endReason).toBe('maker-left');
    expect((await plans.mailsAbout(id)).filter((mail) => mail.startsWith('ended'))).toEqual([`ended ${ADMINISTRATOR}`, `ended ${OWNER}`]);
  });
});

describe('APY-06 autopay', () => {
  it('plans what is due tomorrow within its caps once, pays it once, and leaves the rest to a person', async () => {
    const [small, large] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    // Only these two are due; all others are far away.
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id in (${small.id}, ${large.id})`);
    const cap = Math.min(small.openCents, large.openCents) / 100;
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: cap, monthCap: cap };
    const [rule] = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body;
    expect(rule.upcoming).toEqual([{ runOn: addDays(today, 1), invoices: 2, amount: (small.openCents + large.openCents) / 100 }]);
    const evening = minute(await plans.hourOf(today), 600);
    await bothRounds(evening);
    const listed = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    expect(listed.map(({ kind, runOn, amount }) => [kind, runOn, amount])).toEqual([['autopay', addDays(today, 1), cap]]);
    expect(await plans.mailsAbout(listed[0]?.id ?? 0)).toEqual([`announced ${PAYABLES}`]);
    // What does not fit is reported on the evening before, while somebody can still pay it with its discount.
    const ended = (await app.call(listPlannedPayments, { as: PAYABLES, params, query: { view: 'past' } })).body as PlannedPayment[];
    const leftOut = ended.filter(({ endReason }) => endReason === 'over-cap');
    expect([leftOut.map(({ invoices }) => invoices.length), await plans.mailsAbout(leftOut[0]?.id ?? 0)]).toEqual([
      [1],
      [`ended ${PAYABLES}`],
    ]);
    await bothRounds(await plans.hourOf(addDays(today, 1)));
    const done = await plans.find(listed[0]?.id ?? 0);
    expect([done?.state, await plans.charges(done?.payment?.cartId)]).toEqual(['paid', 1]);
    // The other invoice exceeds the rest of the month's limit: one mail, and it is not planned again.
    await bothRounds(await plans.hourOf(addDays(today, 2)));
    await bothRounds(await plans.hourOf(addDays(today, 3)));
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

describe('APY-07 approval', () => {
  const limitTo = (amount: number | null, as = ADMINISTRATOR) => app.call(setApprovalLimit, { as, params, body: { amount } });
  const ask = (methodId: number, invoices: readonly PayableInvoice[], as = PAYABLES) =>
    app.call(requestPaymentApproval, { as, params, body: plans.agreed(methodId, invoices) });
  const approve = (id: number, as: string, at = app) => at.call(approvePayment, { as, params: { ...params, id } });

  it('is needed above the limit, by a second person; two at once make one charge', async () => {
    const invoices = await plans.invoicesToPlan(1);
    const methodId = await plans.method();
    expect((await limitTo(1)).body).toMatchObject({ amount: 1 });
    expect((await limitTo(5, PAYABLES)).status).toBe(403);
    const direct = await desk.send(cardRequest(own, invoices));
    expect([direct.status, direct.body.code]).toEqual([409, 'approval-required']);
    const { body } = await ask(methodId, invoices, OWNER);
    expect(body.state).toBe('waiting');
    expect(await plans.mailsAbout(body.id)).toEqual([`approval ${ADMINISTRATOR}`]);
    expect((await approve(body.id, OWNER)).body.code).toBe('approval-own');
    expect((await approve(body.id, PAYABLES)).status).toBe(403);
    const answers = await Promise.all([approve(body.id, ADMINISTRATOR), approve(body.id, ADMINISTRATOR, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await bothRounds(new Date());
    const done = await plans.find(body.id);
    expect([done?.state, await plans.charges(done?.payment?.cartId), done?.decidedBy]).toEqual(['paid', 1, expect.any(String)]);
  });

  it('STF-02 is not requested from somebody who cannot sign in', async () => {
    await limitTo(1);
    const enable = (isEnabled: boolean) => plans.run(sql`update users set is_enabled = ${isEnabled} where email = ${ADMINISTRATOR}`);
    await enable(false);
    const { status, body } = await ask(await plans.method(), await plans.invoicesToPlan(1), OWNER);
    await enable(true);
    expect([status, body.code]).toEqual([409, 'conflict']);
  });

  it('can be declined with a reason, expires, and a payment that waits is not made on its day', async () => {
    const methodId = await plans.method();
    await limitTo(1);
    const declined = (await ask(methodId, await plans.invoicesToPlan(1))).body.id;
    const note = { reason: 'Wrong job' };
    expect((await app.call(declinePayment, { as: OWNER, params: { ...params, id: declined }, body: note })).body.state).toBe('declined');
    expect(await plans.find(declined)).toMatchObject({ endReason: 'declined', note: 'Wrong job', payment: null });
    expect(await plans.mailsAbout(declined)).toContain(`ended ${PAYABLES}`);
    const subjects = sql`select json_agg(distinct subject) as answer from outgoing_mails
      where document_kind = 'planned-payment' and (document_reference ->> 'id')::int = ${declined}`;
    expect(await app.database.read('system', subjects)).toEqual(['A payment was not made', 'Request to approve a payment']);
    // A request for approval that waited for the mail server is not sent any more.
    const mail = new MailService(app.database);
    plannedMails(app.database, mail, () => ({ platformName: 'Yardage', publicUrl: 'https://portal.test' }));
    const written = async (id: number, event: string) => {
      const due = {
        documentKind: 'planned-payment',
        documentReference: { id, event },
        recipientLanguage: null,
        recipientCodes: [PERMISSIONS.PAYMENTS_APPROVE],
      };
      return (await mail.content(due as never))?.subject;
    };
    const asked = (await ask(methodId, await plans.invoicesToPlan(1))).body.id;
    expect([await written(asked, 'approval'), await written(declined, 'ended')]).toEqual([expect.any(String), expect.any(String)]);
    for (const event of ['approval', 'waiting', 'announced']) expect(await written(declined, event), event).toBeUndefined();
    const planned = (await plans.schedule(methodId, await plans.invoicesToPlan(1), today)).body;
    expect(planned.state).toBe('waiting');
    await bothRounds(minute(await plans.hourOf(today), 60));
    expect((await plans.find(planned.id, 'open'))?.state).toBe('waiting');
    await bothRounds(await plans.hourOf(addDays(today, 2)));
    expect((await plans.find(planned.id))?.state).toBe('expired');
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
    const [one, two, three] = (await plans.invoicesToPlan(3)) as [PayableInvoice, PayableInvoice, PayableInvoice];
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
    // Another person of the account has their own sum, and a day later the payer's sum is free again.
    expect((await app.call(getApprovalLimit, { as: PAYABLES, params })).body.usedAmount).toBe(0);
    await age(25);
    expect((await desk.send(cardRequest(own, [left]))).status).toBe(200);
    await limitTo(null);
  });

  it('is requested on the day of a payment if the limit was lowered after it was planned', async () => {
    const { id } = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), today)).body;
    await limitTo(1);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect((await plans.find(id, 'open'))?.state).toBe('waiting');
    expect((await approve(id, OWNER)).status).toBe(200);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect((await plans.find(id))?.state).toBe('paid');
  });
});
