import { addAutopayRule, listPlannedPayments, type PlannedPayment } from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { minute, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import { openTestApp, type TestApp } from '#server/testing/test-app';

let app: TestApp;
let plans: PlanDesk;
let today: string;
beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  ({ today } = plans);
});
afterAll(() => app?.close());

describe('APY-06 a scheduled payment', () => {
  it('RUN-08 is made even if another part of the round fails, which operators hear of', async () => {
    const { id } = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), addDays(today, 3))).body;
    const due = await plans.hourOf(addDays(today, 3));
    const { pool } = app.database.engine;
    await pool.query('alter table planned_payments add constraint nothing_announced check (announced_at is null) not valid');
    try {
      await expect(app.plannedRunner.round(due)).rejects.toThrow(/nothing_announced/);
    } finally {
      await pool.query('alter table planned_payments drop constraint nothing_announced');
    }
    expect((await plans.find(id))?.state).toBe('paid');
  });

  it('RUN-08 that cannot be started does not hold up the others, and operators hear of it', async () => {
    const [method, invoices] = [await plans.method(), await plans.invoicesToPlan(2)];
    const ids = [];
    for (const invoice of invoices) ids.push((await plans.schedule(method, [invoice], addDays(today, 3))).body.id);
    const due = await plans.hourOf(addDays(today, 3));
    const { pool } = app.database.engine;
    await pool.query(`alter table planned_payments add constraint not_this_one check (id <> ${ids[0]} or state <> 'running') not valid`);
    try {
      await expect(app.plannedRunner.round(due)).rejects.toThrow(/not_this_one/);
    } finally {
      await pool.query('alter table planned_payments drop constraint not_this_one');
    }
    expect([(await plans.find(ids[0], 'open'))?.state, (await plans.find(ids[1]))?.state]).toEqual(['planned', 'paid']);
    await app.plannedRunner.round(due);
    expect((await plans.find(ids[0]))?.state).toBe('paid');
  });
});

describe('APY-06 a rule of autopay', () => {
  it('RUN-08 that cannot plan its payment does not hold up the others, and operators hear of it', async () => {
    const [methodId, [one, two]] = [await plans.method(), await plans.invoicesToPlan(2)];
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 1)}::date where id = ${one?.id}`);
    await plans.run(sql`update invoices set due_date = ${addDays(today, 31)}::date where id = ${two?.id}`);
    const add = async (timing: object) => {
      const body = { methodId, paymentCap: 10_000, monthCap: 10_000, ...timing };
      return (await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body })).body.at(-1).id as number;
    };
    await add({ timing: 'due-date', daysBefore: 0 });
    const early = await add({ timing: 'days-before', daysBefore: 30 });
    const evening = minute(await plans.hourOf(today), 600);
    const { pool } = app.database.engine;
    await pool.query(`alter table planned_payments add constraint not_this_rule check (rule_id is distinct from ${early}) not valid`);
    try {
      await expect(app.plannedRunner.round(evening)).rejects.toThrow(/not_this_rule/);
    } finally {
      await pool.query('alter table planned_payments drop constraint not_this_rule');
    }
    const listed = async () => (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as PlannedPayment[];
    expect((await listed()).map(({ invoices }) => invoices.map(({ invoiceNumber }) => invoiceNumber))).toEqual([[one?.invoiceNumber]]);
    await app.plannedRunner.round(evening);
    expect((await listed()).flatMap(({ invoices }) => invoices).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      one?.invoiceNumber,
      two?.invoiceNumber,
    ]);
  });
});
