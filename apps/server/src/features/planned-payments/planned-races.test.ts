import {
  addAutopayRule,
  listPlannedPayments,
  type PlannedPayment,
  setApprovalLimit,
  stopAutopayRule,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { removeSavedMethod } from '@yardage/contract/saved-methods';
import { addDays } from '@yardage/domain/dates';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import type { Mails } from '#server/features/mail/mail.service';
import { holdRows } from '#server/testing/held-rows';
import { connectHub } from '#server/testing/hub-client';
import { ledgerBooks } from '#server/testing/ledger-books';
import { ADMINISTRATOR, minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import type { PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { plannedMails } from './planned-mails.ts';

// What happens to a planned payment while something else happens to its rule, its invoices or its approvers.

let app: TestApp;
let plans: PlanDesk;
let books: ReturnType<typeof ledgerBooks>;
/** The hour of tomorrow, when the plans of today are due. */
let due: Date;

beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  books = ledgerBooks(app.database, plans.own.customerId);
  due = await plans.hourOf(addDays(plans.today, 1));
});
afterAll(() => app?.close());
beforeEach(() => plans.clear());

const round = (now = due) => app.plannedRunner.round(now);
const onlyInvoice = async () => ((await plans.invoicesToPlan(1)) as [PayableInvoice])[0];
const scheduled = async (invoice: PayableInvoice, methodId?: number) =>
  (await plans.schedule(methodId ?? (await plans.method()), [invoice], plans.today)).body.id as number;
/** State, reason and next try, read directly, because nobody of the account may be able to see the plan. */
const stored = (id: number) =>
  plans.read<[state: string, reason: string | null, nextTry: string | null]>(
    sql`select json_build_array(state, end_reason, next_try_at) as answer from planned_payments where id = ${id}`,
  );

/** A rule that pays one invoice, which is due tomorrow. All others are far away. */
async function ruleFor({ id, openCents }: PayableInvoice): Promise<number> {
  await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
  await plans.run(sql`update invoices set due_date = ${addDays(plans.today, 1)}::date where id = ${id}`);
  const cap = openCents / 100;
  const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: cap, monthCap: cap };
  const { body: rules } = await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body });
  return rules[0].id;
}
const stopRule = (id: number) => app.call(stopAutopayRule, { as: PAYABLES, params: { ...plans.params, id } });
/** Lets the rule plan its payment on the evening before. */
async function plannedBy(): Promise<number> {
  await round(minute(await plans.hourOf(plans.today), 600));
  const [plan] = (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as [PlannedPayment];
  return plan.id;
}

describe('APY-06 a rule of autopay that is stopped', () => {
  it('while its payment is under way charges nothing more if that payment never reached the processor', async () => {
    const invoice = await onlyInvoice();
    const rule = await ruleFor(invoice);
    const id = await plannedBy();
    const { reserve } = app.sandbox;
    app.sandbox.reserve = async () => {
      expect((await stopRule(rule)).status).toBe(200);
      throw new Error('unreachable');
    };
    await round();
    app.sandbox.reserve = reserve;
    expect(await stored(id)).toEqual(['stopped', 'rule-stopped', null]);
    expect(await plans.mailsAbout(id)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);
    await round(minute(due, 10));
    expect(await plans.desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
  });

  it('at the moment when its payment is planned again charges nothing more either', async () => {
    const invoice = await onlyInvoice();
    const rule = await ruleFor(invoice);
    const id = await plannedBy();
    await plans.run(sql`update autopay_rules set stopped_at = now() where id = ${rule}`);
    await round();
    expect(await stored(id)).toEqual(['stopped', 'rule-stopped', null]);
    expect(await plans.desk.invoice(invoice.invoiceNumber)).toEqual({ paidCents: 0, liveApplications: 0 });
  });
});

describe('APY-05 APY-06 a method that is removed', () => {
  it('waits for a person who stops its rule at the same moment, without a lock on the plans that they stop next', async () => {
    const rule = await ruleFor(await onlyInvoice());
    const id = await plannedBy();
    const methodId = await plans.read<number>(sql`select method_id as answer from autopay_rules where id = ${rule}`);
    const held = await holdRows(app.database, 'select from autopay_rules where id = $1 for update', [rule]);
    const removing = app.call(removeSavedMethod, { as: OWNER, params: { ...plans.params, id: methodId } });
    await held.untilWaitedFor();
    await held.run('select from planned_payments where id = $1 for update nowait', [id]).finally(() => held.commit());
    expect((await removing).body).toEqual({ stoppedPayments: 1, stoppedRules: 1 });
    expect((await stored(id)).slice(0, 2)).toEqual(['stopped', 'method-removed']);
  });
});

describe('APY-06 a planned payment', () => {
  it('that never reached the processor is tried again, also if that is known only while others are settled', async () => {
    const ids: number[] = [];
    const payments: number[] = [];
    for (const invoice of await plans.invoicesToPlan(2)) {
      const id = await scheduled(invoice);
      const payment = await books.pending(plans.today, invoice.id, invoice.openCents);
      await plans.run(sql`update planned_payments set state = 'running', payment_id = ${payment}, tries = 1 where id = ${id}`);
      ids.push(id);
      payments.push(payment);
    }
    const [first, second] = ids as [number, number];
    const fail = (payment: number | undefined) =>
      plans.run(
        sql`update payments set payment_result = 0, result_code = ${FAILED_CODES.notReached}, settled_at = now() where id = ${payment}`,
      );
    await fail(payments[0]);
    const held = await holdRows(app.database, 'select from planned_payments where id = $1 for update', [first]);
    const settling = round();
    await held.untilWaitedFor();
    await fail(payments[1]);
    await held.commit();
    await settling;
    await round();
    expect([(await stored(first))[0], (await stored(second))[0]]).toEqual(['planned', 'planned']);
  });

  it('waits while another payment of its invoices is pending, and is made if that one fails', async () => {
    const [failing, paying] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const methodId = await plans.method();
    const ids = [await scheduled(failing, methodId), await scheduled(paying, methodId)] as const;
    const other = await books.pending(plans.today, failing.id, failing.openCents);
    const others = await books.pending(plans.today, paying.id, paying.openCents);
    await round();
    for (const id of ids) expect(await stored(id)).toEqual(['planned', null, expect.any(String)]);
    await books.fail(plans.today, other);
    await books.settle(plans.today, others);
    await round(minute(due, 10));
    expect((await stored(ids[0]))[0]).toBe('paid');
    expect((await stored(ids[1])).slice(0, 2)).toEqual(['stopped', 'paid-meanwhile']);
    expect(await plans.desk.invoice(failing.invoiceNumber)).toEqual({ paidCents: failing.openCents, liveApplications: 1 });
  });

  it('pays the other invoices with their discounts while a part of one is under way, whose discount waits for it', async () => {
    const [parted, other] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const [alone] = (await plans.invoicesToPlan(3)).slice(2) as [PayableInvoice];
    const lastDay = addDays(plans.today, 1);
    for (const { id } of [parted, other, alone])
      await plans.run(sql`update invoices set discount_cents = 200, discount_expires_on = ${lastDay}::date where id = ${id}`);
    const withDiscount = (invoice: PayableInvoice) => ({ ...invoice, discountCents: 200 });
    const chargedCents = async (id: number) =>
      Number(
        await plans.read(
          sql`select amount_cents as answer from payments where id = (select payment_id from planned_payments where id = ${id})`,
        ),
      );
    const methodId = await plans.method();
    const schedule = async (...invoices: PayableInvoice[]) =>
      (await plans.schedule(methodId, invoices.map(withDiscount), lastDay)).body.id as number;
    const [both, single] = [await schedule(parted, other), await schedule(alone)];
    const parts = [await books.pending(plans.today, parted.id, 100), await books.pending(plans.today, alone.id, 100)] as const;
    const onLastDay = await plans.hourOf(lastDay);
    await round(onLastDay);
    expect((await stored(both))[0]).toBe('paid');
    expect(await chargedCents(both)).toBe(other.openCents - 200);
    expect(await plans.desk.invoice(other.invoiceNumber)).toMatchObject({ paidCents: other.openCents });
    expect(await plans.desk.invoice(parted.invoiceNumber)).toMatchObject({ paidCents: 0 });
    expect(await stored(single)).toEqual(['planned', null, expect.any(String)]);
    for (const part of parts) await books.settle(plans.today, part);
    await round(minute(onLastDay, 10));
    expect((await stored(single))[0]).toBe('paid');
    expect(await chargedCents(single)).toBe(alone.openCents - 100 - 200);
    expect(await plans.desk.invoice(alone.invoiceNumber)).toMatchObject({ paidCents: alone.openCents });
  });

  it('is not made for a person who loses access while the payments before it are made', async () => {
    const methodId = await plans.method();
    const ids: number[] = [];
    for (const invoice of await plans.invoicesToPlan(2)) ids.push(await scheduled(invoice, methodId));
    const maker = sql`customer_id = ${plans.own.customerId} and email = ${PAYABLES}`;
    const { reserve } = app.sandbox;
    app.sandbox.reserve = async (...order) => {
      await plans.run(sql`update members set is_enabled = false where ${maker}`);
      return reserve(...order);
    };
    await round();
    app.sandbox.reserve = reserve;
    await plans.run(sql`update members set is_enabled = true where ${maker}`);
    const ends = await Promise.all(ids.map(stored));
    expect(ends.map(([state, reason]) => [state, reason])).toEqual([
      ['paid', null],
      ['stopped', 'maker-left'],
    ]);
  });

  it('is not planned by autopay for an invoice that is paid in the same moment', async () => {
    const invoice = await onlyInvoice();
    const rule = await ruleFor(invoice);
    const held = await holdRows(app.database, 'select from invoices where id = $1 for update', [invoice.id]);
    const planning = round(minute(await plans.hourOf(plans.today), 600));
    await held.untilWaitedFor();
    await held.run(
      `with made as (insert into payments (customer_id, method, source_name, payment_result, result_code, status_message, amount_cents,
           discount_cents, started_at, settled_at, received_on)
         values ($1, 'Check', 'Mail', 1, 100000, 'Received', $2, 0, now(), now(), current_date) returning id)
       insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
       select id, $3, $1, $2, 0, 1, current_date from made`,
      [plans.own.customerId, invoice.openCents, invoice.id],
    );
    await held.commit();
    await planning;
    const made = await plans.read<number>(sql`select count(*) as answer from planned_payments where rule_id = ${rule}`);
    expect(Number(made)).toBe(0);
  });
});

describe('APY-07 a payment that needs approval on its day', () => {
  const lowerLimit = () => app.call(setApprovalLimit, { as: ADMINISTRATOR, params: plans.params, body: { amount: 1 } });

  it('sends mails to those who can approve it, and to its maker', async () => {
    const id = await scheduled(await onlyInvoice());
    await lowerLimit();
    await round();
    expect((await stored(id))[0]).toBe('waiting');
    expect((await plans.mailsAbout(id)).sort()).toEqual([
      `announced ${PAYABLES}`,
      `approval ${ADMINISTRATOR}`,
      `approval ${OWNER}`,
      `waiting ${PAYABLES}`,
    ]);
    const writers = new Map<string, (facts: object) => Promise<{ text: string }>>();
    const mails = { declareNotice: (kind: string, _: unknown, writer: never) => writers.set(kind, writer) } as unknown as Mails;
    plannedMails(app.database, mails, () => ({ platformName: 'Yardage', publicUrl: 'https://example.com' }));
    const told = await writers.get('planned-payment')?.({ id, event: 'waiting' });
    expect(told?.text).toMatch(/a second person to approve it first(.|\n)*It is not made if nobody approves it by/);
  });

  it('ends if nobody can approve it, and its maker gets a mail', async () => {
    const id = await scheduled(await onlyInvoice());
    await lowerLimit();
    const approvers = sql`customer_id = ${plans.own.customerId} and email in (${OWNER}, ${ADMINISTRATOR})`;
    await plans.run(sql`update members set is_enabled = false where ${approvers}`);
    await round();
    await plans.run(sql`update members set is_enabled = true where ${approvers}`);
    expect(await stored(id)).toEqual(['stopped', 'no-approver', null]);
    expect(await plans.mailsAbout(id)).toEqual([`announced ${PAYABLES}`, `ended ${PAYABLES}`]);
  });
});

it('APY-06 APY-07 FED-09 plans are announced to open pages of the account', async () => {
  const client = await connectHub(await app.http.listen({ host: '127.0.0.1', port: 0 }), await app.token(ADMINISTRATOR));
  const heard = { globalCustomerNumber: plans.own.globalCustomerNumber, resource: 'plans', ids: [] };
  const id = await scheduled(await onlyInvoice());
  expect(await client.hears('RecordsChanged', 1)).toEqual([heard]);
  await app.call(stopPlannedPayment, { as: PAYABLES, params: { ...plans.params, id } });
  expect(await client.hears('RecordsChanged', 2)).toEqual([heard, heard]);
  const methodId = await plans.method();
  await scheduled(await onlyInvoice(), methodId);
  expect(await client.hears('RecordsChanged', 3)).toHaveLength(3);
  await app.call(removeSavedMethod, { as: OWNER, params: { ...plans.params, id: methodId } });
  expect(await client.hears('RecordsChanged', 4)).toEqual(Array(4).fill(heard));
  client.close();
});
