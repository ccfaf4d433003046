import { PLANNED_LISTED, type PlannedView } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import {
  addAutopayRule,
  countPlannedPayments,
  listAutopayRules,
  listPlannedPayments,
  type PlannedPayment,
  schedulePayment,
  stopAutopayRule,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { ADMINISTRATOR, minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import { cardRequest, type PayableInvoice, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { type DueRule, monthCents } from './autopay.queries.ts';
import { plannedMails } from './planned-mails.ts';

let app: TestApp;
let plans: PlanDesk;
let own: PlanDesk['own'];
let params: PlanDesk['params'];
let today: string;

beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  ({ own, params, today } = plans);
});
afterAll(() => app?.close());
beforeEach(() => plans.clear());

describe('APY-06 a payment that was made', () => {
  it('is shown as returned once the bank has returned it, and does not count in the limit of its rule', async () => {
    const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id = ${invoice.id}`);
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 200, monthCap: 200 };
    await app.call(addAutopayRule, { as: PAYABLES, params, body });
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    const [planned] = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect((await plans.find(planned?.id ?? 0))?.state).toBe('paid');
    await plans.run(sql`update payments set payment_result = 0, result_code = 200300, status_message = 'Returned', returned_at = now()
      where id = (select payment_id from planned_payments where id = ${planned?.id})`);
    expect(await plans.find(planned?.id ?? 0)).toMatchObject({ state: 'returned', payment: { statusMessage: 'Returned' } });
    const rule = await plans.read<DueRule>(
      sql`select json_build_object('id', rule_id, 'runOn', run_on) as answer from planned_payments where id = ${planned?.id}`,
    );
    expect(await app.database.transaction('system', (transaction) => monthCents(transaction, rule))).toBe(0);
  });

  it('APY-04 is shown and counted with what was charged, not with what was announced or is left of it', async () => {
    const [byHand, charged] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const announced = (byHand.openCents + charged.openCents) / 100;
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id in (${byHand.id}, ${charged.id})`);
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: announced, monthCap: announced };
    await app.call(addAutopayRule, { as: PAYABLES, params, body });
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    const [planned] = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as [PlannedPayment];
    const rule = await plans.read<DueRule>(
      sql`select json_build_object('id', rule_id, 'runOn', run_on) as answer from planned_payments where id = ${planned.id}`,
    );
    const counted = () => app.database.transaction('system', (transaction) => monthCents(transaction, rule));
    expect([planned.amount, await counted()]).toEqual([announced, announced * 100]);
    await plans.desk.pay(cardRequest(own, [byHand]));
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    const paid = { state: 'paid', amount: announced, payment: { amount: charged.openCents / 100 } };
    expect([await plans.find(planned.id), await counted()]).toMatchObject([paid, charged.openCents]);
    // While the bank has not settled it, the amount is known, too.
    await plans.run(sql`update planned_payments set state = 'running' where id = ${planned.id}`);
    expect(await counted()).toBe(charged.openCents);
    await plans.run(sql`update planned_payments set state = 'paid' where id = ${planned.id}`);

    const { paymentId } = await plans.desk.outcome((await plans.find(planned.id))?.payment?.cartId ?? '');
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded', 7_000);
    await app.announceEnds();
    expect([await plans.find(planned.id), await counted()]).toMatchObject([paid, charged.openCents]);
    await app.sandbox.books.giveBack(paymentId ?? '', 'refunded');
    await app.announceEnds();
    expect([await plans.find(planned.id), await counted()]).toMatchObject([{ ...paid, state: 'returned' }, 0]);
  });
});

describe('APY-06 APY-07 a payment whose maker may not plan payments any more', () => {
  it('PER-13 is not announced to them, but to the administrators as one that will not be made', async () => {
    const day = addDays(today, 1);
    const { id } = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(2), day)).body;
    const mail = new MailService(app.database);
    plannedMails(app.database, mail, () => ({ platformName: 'Yardage', publicUrl: 'https://portal.test' }));
    const written = (event: string, recipientCodes: string[]) =>
      mail.content({ documentKind: 'planned-payment', documentReference: { id, event }, recipientLanguage: null, recipientCodes } as never);
    await plans.setRole(PAYABLES, 'Field');
    await app.plannedRunner.round(await plans.hourOf(today));
    const approve = [PERMISSIONS.PAYMENTS_APPROVE];
    expect(await plans.mailsAbout(id)).toEqual([`maker-left ${ADMINISTRATOR}`, `maker-left ${OWNER}`]);
    expect((await written('maker-left', approve))?.text).toMatch(
      /will not be paid: Priya Ravindran.*may no longer plan.*payments\/scheduled/s,
    );
    // A mail that was queued before is not sent if its recipient lost the permission, or if it is no longer true.
    expect([await written('announced', approve), await written('ended', ['orders.view'])]).toEqual([undefined, undefined]);
    await app.plannedRunner.round(await plans.hourOf(day));
    await plans.setRole(PAYABLES, 'Accounts Payable');
    expect((await plans.find(id))?.endReason).toBe('maker-left');
    expect((await plans.mailsAbout(id)).slice(2)).toEqual([`ended ${ADMINISTRATOR}`, `ended ${OWNER}`]);
  });

  it('is reported to the administrators if it fails, or if nobody approves it in time', async () => {
    const [failing, waiting] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const failed = (await plans.schedule(await plans.method(TEST_CARDS.insufficientFunds), [failing], today)).body.id as number;
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect((await plans.find(failed))?.endReason).toBe('payment-failed');
    // The processor had not answered yet when the role changed.
    await plans.run(sql`update planned_payments set state = 'running', end_reason = null, ended_at = null where id = ${failed}`);
    await plans.run(
      sql`insert into approval_limits (customer_id, amount_cents, set_by) select ${own.customerId}, 1, id from users where email = ${OWNER}`,
    );
    const expired = (await plans.schedule(await plans.method(), [waiting], addDays(today, 2))).body.id as number;
    await plans.run(sql`delete from outgoing_mails`);
    await plans.setRole(PAYABLES, 'Field');
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 4)));
    await plans.setRole(PAYABLES, 'Accounts Payable');
    const ended = [`ended ${ADMINISTRATOR}`, `ended ${OWNER}`];
    expect([(await plans.find(failed))?.endReason, await plans.mailsAbout(failed)]).toEqual(['payment-failed', ended]);
    expect((await plans.find(expired))?.endReason).toBe('not-approved');
    expect((await plans.mailsAbout(expired)).filter((mail) => mail.startsWith('ended'))).toEqual(ended);
  });
});

describe('APY-06 what a colleague stops', () => {
  it('is reported to its maker, unless they stopped it themselves: a payment, or a rule with what it has planned', async () => {
    const methodId = await plans.method();
    const [theirs, own1, ofRule] = (await plans.invoicesToPlan(3)) as [PayableInvoice, PayableInvoice, PayableInvoice];
    const stop = (id: number, as: string) => app.call(stopPlannedPayment, { as, params: { ...params, id } });
    const ids = [];
    for (const invoice of [theirs, own1]) ids.push((await plans.schedule(methodId, [invoice], addDays(today, 3))).body.id as number);
    const [stopped = 0, ownId = 0] = ids;
    expect([(await stop(stopped, OWNER)).status, (await stop(ownId, PAYABLES)).status]).toEqual([200, 200]);
    expect([await plans.mailsAbout(stopped), await plans.mailsAbout(ownId)]).toEqual([[`ended ${PAYABLES}`], []]);

    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id = ${ofRule.id}`);
    const body = { methodId, timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    const [rule] = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body;
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    const [planned] = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    expect((await app.call(stopAutopayRule, { as: OWNER, params: { ...params, id: rule.id } })).status).toBe(200);
    expect(await plans.mailsAbout(planned?.id ?? 0)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);
    const mails = sql`select json_agg(to_addresses[1]) as answer from outgoing_mails where document_kind = 'autopay-stopped'`;
    expect(await plans.read(mails)).toEqual([PAYABLES]);
  });
});

describe('APY-03 APY-06 what a dispute holds back', () => {
  const dispute = (invoice: PayableInvoice, cents: number) =>
    plans.run(
      sql`insert into disputes (customer_id, invoice_id, reason, amount_cents) values (${own.customerId}, ${invoice.id}, 'other', ${cents})`,
    );
  /** An invoice has one dispute as a whole, and one for each line. */
  const disputeLine = (invoice: PayableInvoice, cents: number) =>
    plans.run(sql`insert into disputes (customer_id, invoice_id, ticket_id, line_number, reason, amount_cents)
      select customer_id, ${invoice.id}, min(id), 1, 'other', ${cents} from tickets where customer_id = ${own.customerId} group by customer_id`);
  const paidCents = (invoice: PayableInvoice) => plans.desk.invoice(invoice.invoiceNumber).then((found) => found.paidCents);

  afterEach(() => plans.run(sql`update disputes set state = 'withdrawn' where state = 'open'`));

  it('is neither planned nor announced by autopay, which leaves an invoice alone that is disputed wholly', async () => {
    const [part, whole] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id in (${part.id}, ${whole.id})`);
    await dispute(part, 4000);
    await dispute(whole, whole.openCents);
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    const [rule] = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body;
    const undisputed = part.openCents - 4000;
    expect(rule.upcoming).toEqual([{ runOn: addDays(today, 1), invoices: 1, amount: undisputed / 100 }]);
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    const listed = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as PlannedPayment[];
    expect(listed.map(({ amount }) => amount)).toEqual([undisputed / 100]);
    // Tomorrow is planned, so what can be paid from now on is paid the day after.
    await plans.run(sql`update disputes set state = 'withdrawn' where invoice_id = ${whole.id}`);
    expect((await app.call(listAutopayRules, { as: PAYABLES, params })).body[0].upcoming).toEqual([
      { runOn: addDays(today, 2), invoices: 1, amount: whole.openCents / 100 },
    ]);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect([await paidCents(part), await paidCents(whole)]).toEqual([undisputed, 0]);
  });

  it('takes the discount with it, so autopay pays such an invoice on its due day, not on its discount day', async () => {
    const [whole, part] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    await plans.run(sql`update invoices set due_date = '2045-01-01', discount_expires_on = null where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 30)}::date, discount_cents = 100, discount_taken_cents = 0,
      discount_expires_on = ${addDays(today, 20)}::date where id in (${part.id}, ${whole.id})`);
    await dispute(part, 4000);
    const body = { methodId: await plans.method(), timing: 'discount-day', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    const rules = (await app.call(addAutopayRule, { as: PAYABLES, params, body })).body as { id: number; upcoming: unknown[] }[];
    const rule = rules.at(-1);
    expect(rule?.upcoming).toEqual([
      { runOn: addDays(today, 20), invoices: 1, amount: (whole.openCents - 100) / 100 },
      { runOn: addDays(today, 30), invoices: 1, amount: (part.openCents - 4000) / 100 },
    ]);
    await plans.run(sql`update invoices set discount_cents = 0, discount_expires_on = null where id in (${part.id}, ${whole.id})`);
    await plans.run(sql`delete from autopay_rules where id = ${rule?.id ?? 0}`);
  });

  it('is left out of a payment that was planned before, and ends it if nothing else is left', async () => {
    const [part, whole] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await plans.method();
    const ids = [];
    for (const invoice of [part, whole]) ids.push((await plans.schedule(methodId, [invoice], addDays(today, 2))).body.id as number);
    await dispute(part, 4000);
    await dispute(whole, whole.openCents);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 2)));
    const [paid, ended] = await Promise.all(ids.map((id) => plans.find(id)));
    expect([paid?.state, await paidCents(part)]).toEqual(['paid', part.openCents - 4000]);
    expect([ended?.state, ended?.endReason, await paidCents(whole)]).toEqual(['stopped', 'disputed', 0]);
  });

  it('is left out if a further part of the invoice was disputed after what was left had been planned, by a person or by autopay', async () => {
    const [byHand, byRule] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await plans.method();
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id = ${byRule.id}`);
    for (const invoice of [byHand, byRule]) await dispute(invoice, 3000);
    const { invoiceNumber, openCents } = byHand;
    const amount = (openCents - 3000) / 100;
    const part = { methodId, invoiceNumbers: [invoiceNumber], parts: [{ invoiceNumber, amount }], totalAmountWithDiscount: amount };
    const scheduled = await app.call(schedulePayment, { as: PAYABLES, params, body: { ...part, runOn: addDays(today, 1) } });
    expect(scheduled.body).toMatchObject({ state: 'planned', amount });
    const rule = { methodId, timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    await app.call(addAutopayRule, { as: PAYABLES, params, body: rule });
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    for (const invoice of [byHand, byRule]) await disputeLine(invoice, 2000);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect([await paidCents(byHand), await paidCents(byRule)]).toEqual([byHand.openCents - 5000, byRule.openCents - 5000]);
  });

  it('is left out of a part if a dispute that was declined when the part was chosen is reopened', async () => {
    const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    const { id, invoiceNumber, openCents } = invoice;
    await dispute(invoice, 3000);
    const write = (kind: string, outcome: string | null) =>
      plans.run(sql`insert into dispute_entries (customer_id, dispute_id, kind, outcome, author_name, is_staff, message)
        select customer_id, id, ${kind}, ${outcome}, 'Sam Sample', false, 'Sample' from disputes where invoice_id = ${id}`);
    await write('opened', null);
    await write('answered', 'declined');
    await plans.run(sql`update disputes set state = 'answered', outcome = 'declined' where invoice_id = ${id}`);
    const amount = (openCents - 1000) / 100;
    const part = { methodId: await plans.method(), invoiceNumbers: [invoiceNumber], parts: [{ invoiceNumber, amount }] };
    const body = { ...part, totalAmountWithDiscount: amount, runOn: addDays(today, 1) };
    expect((await app.call(schedulePayment, { as: PAYABLES, params, body })).body).toMatchObject({ state: 'planned', amount });
    await write('message', null);
    await plans.run(sql`update disputes set state = 'open', outcome = null where invoice_id = ${id}`);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect(await paidCents(invoice)).toBe(openCents - 3000);
  });

  it('does not end what autopay has planned if the dispute is over before: it pays what it has announced', async () => {
    const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id = ${invoice.id}`);
    await dispute(invoice, 4000);
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000 };
    await app.call(addAutopayRule, { as: PAYABLES, params, body });
    await app.plannedRunner.round(minute(await plans.hourOf(today), 600));
    const [planned] = (await app.call(listPlannedPayments, { as: PAYABLES, params })).body as [PlannedPayment];
    await plans.run(sql`update disputes set state = 'withdrawn' where invoice_id = ${invoice.id}`);
    await app.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
    expect(await plans.find(planned.id)).toMatchObject({ state: 'paid', payment: { amount: planned.amount } });
    expect(await paidCents(invoice)).toBe(invoice.openCents - 4000);
  });

  it('leaves a part alone that was chosen by a person and is smaller than what is not disputed, also if parts have discounts', async () => {
    const environment = { PART_PAYMENT_DISCOUNT: 'share' };
    const sharing = await openTestApp({ environment, opened: { database: app.database, close: async () => {} } });
    try {
      const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
      const { id, invoiceNumber } = invoice;
      await plans.run(sql`update invoices set sales_cents = 10000, total_cents = 10000, discount_cents = 200,
        discount_expires_on = ${addDays(today, 20)}::date where id = ${id}`);
      const parts = [{ invoiceNumber, amount: 40 }];
      const body = { methodId: await plans.method(), invoiceNumbers: [invoiceNumber], parts, totalAmountWithDiscount: 39.2 };
      const planned = await sharing.call(schedulePayment, { as: PAYABLES, params, body: { ...body, runOn: addDays(today, 1) } });
      expect(planned.body).toMatchObject({ state: 'planned', amount: 39.2, discount: 0.8 });
      await dispute(invoice, 1000);
      await sharing.plannedRunner.round(await plans.hourOf(addDays(today, 1)));
      expect((await plans.find(planned.body.id))?.payment).toMatchObject({ amount: 39.2 });
    } finally {
      await sharing.close();
    }
  });
});

describe('APY-06 a list of more payments than it holds', () => {
  const listed = async (view: PlannedView) =>
    ((await app.call(listPlannedPayments, { as: PAYABLES, params, query: { view } })).body as PlannedPayment[]).length;
  const counts = async () => (await app.call(countPlannedPayments, { as: PAYABLES, params })).body as Record<PlannedView, number>;

  it('is cut, and another call returns how many there are', async () => {
    const before = await counts();
    expect(before).toEqual({ open: await listed('open'), past: await listed('past') });
    const methodId = await plans.method();
    await plans.run(sql`insert into planned_payments (customer_id, kind, state, run_on, method_id, amount_cents, discount_cents, requested_by, payer_email, ended_at)
      select ${own.customerId}, 'scheduled', state, ${addDays(today, 9)}::date, ${methodId}, 100, 0, (select id from users where email = ${PAYABLES}), ${PAYABLES},
        case when state = 'stopped' then now() end
      from (select case when n <= ${PLANNED_LISTED.open + 1}::int then 'planned' else 'stopped' end as state
        from generate_series(1, ${PLANNED_LISTED.open + PLANNED_LISTED.past + 2}::int) n) as made`);
    expect([await listed('open'), await listed('past')]).toEqual([PLANNED_LISTED.open, PLANNED_LISTED.past]);
    expect(await counts()).toEqual({ open: before.open + PLANNED_LISTED.open + 1, past: before.past + PLANNED_LISTED.past + 1 });
  });
});
