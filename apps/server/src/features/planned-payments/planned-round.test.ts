import {
  addAutopayRule,
  approvePayment,
  listPlannedPayments,
  type PlannedPayment,
  requestPaymentApproval,
} from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
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
beforeEach(() => plans.clear());

/** Adds plans without invoices, which tests tell apart by their amount, and returns their ids. */
async function addPlans(
  methodId: number,
  count: number,
  plan: { cents: number; state: string; run_on: string; expires_at?: string },
): Promise<number[]> {
  const { rows } = await app.database.engine.pool.query<{ id: string }>(
    `insert into planned_payments (customer_id, kind, state, run_on, expires_at, method_id, amount_cents, discount_cents, requested_by, payer_email)
     select $1, 'scheduled', $2, $3::date, $4::timestamptz, $5, $8, 0, (select id from users where email = $6), $6
     from generate_series(1, $7::int) returning id`,
    [plans.own.customerId, plan.state, plan.run_on, plan.expires_at ?? null, methodId, PAYABLES, count, plan.cents],
  );
  return rows.map(({ id }) => Number(id));
}

const statesOf = (cents: number) =>
  plans.read<Record<string, number>>(
    sql`select json_object_agg(state, total) as answer from (
          select state, count(*) as total from planned_payments where amount_cents = ${cents} group by 1 order by 1) as states`,
  );

/** Makes some changes of plans fail while the work runs. */
async function withConstraint(name: string, check: string, work: () => Promise<void>): Promise<void> {
  const { pool } = app.database.engine;
  await pool.query(`alter table planned_payments add constraint ${name} check (${check}) not valid`);
  try {
    await work();
  } finally {
    await pool.query(`alter table planned_payments drop constraint ${name}`);
  }
}

describe('APY-06 a scheduled payment', () => {
  it('RUN-08 is made even if another part of the round fails, and then the round fails', async () => {
    const { id } = (await plans.schedule(await plans.method(), await plans.invoicesToPlan(1), addDays(today, 3))).body;
    const due = await plans.hourOf(addDays(today, 3));
    await withConstraint('nothing_announced', 'announced_at is null', async () => {
      await expect(app.plannedRunner.round(due)).rejects.toThrow(/nothing_announced/);
    });
    expect((await plans.find(id))?.state).toBe('paid');
  });

  it('RUN-08 that cannot be started does not hold up the others, and the round fails', async () => {
    const [method, invoices] = [await plans.method(), await plans.invoicesToPlan(2)];
    const ids = [];
    for (const invoice of invoices) ids.push((await plans.schedule(method, [invoice], addDays(today, 3))).body.id);
    const due = await plans.hourOf(addDays(today, 3));
    await withConstraint('not_this_one', `id <> ${ids[0]} or state <> 'running'`, async () => {
      await expect(app.plannedRunner.round(due)).rejects.toThrow(/not_this_one/);
    });
    expect([(await plans.find(ids[0], 'open'))?.state, (await plans.find(ids[1]))?.state]).toEqual(['planned', 'paid']);
    await app.plannedRunner.round(minute(due, 1));
    expect((await plans.find(ids[0]))?.state).toBe('paid');
  });

  it('RUN-08 is made however many older ones cannot be started', async () => {
    const method = await plans.method();
    const { id } = (await plans.schedule(method, await plans.invoicesToPlan(1), addDays(today, 3))).body;
    // More than one round makes. They have no invoices, so each would end.
    await addPlans(method, 25, { cents: 101, state: 'planned', run_on: addDays(today, 2) });
    const due = await plans.hourOf(addDays(today, 3));
    await withConstraint('not_ended', `amount_cents <> 101 or ended_at is null`, async () => {
      await expect(app.plannedRunner.round(due)).rejects.toThrow(/not_ended/);
      await expect(app.plannedRunner.round(minute(due, 0.1))).rejects.toThrow(/not_ended/);
      expect((await plans.find(id))?.state).toBe('paid');
      // Those that failed are tried again, behind those that were not tried yet.
      const second = (await plans.schedule(method, await plans.invoicesToPlan(1), addDays(today, 4))).body.id;
      await plans.run(sql`update planned_payments set run_on = ${addDays(today, 3)}::date where id = ${second}`);
      await expect(app.plannedRunner.round(minute(due, 5))).rejects.toThrow(/not_ended/);
      expect((await plans.find(second))?.state).toBe('paid');
    });
    await app.plannedRunner.round(minute(due, 10));
    await app.plannedRunner.round(minute(due, 10));
    expect(await statesOf(101)).toEqual({ stopped: 25 });
  });

  it('RUN-08 that cannot be announced, or ended, does not keep the others from it', async () => {
    const method = await plans.method();
    const expired = { cents: 102, state: 'waiting', run_on: addDays(today, 9), expires_at: `${today}T00:00:00Z` };
    const [bad = 0, ...others] = await addPlans(method, 3, expired);
    await withConstraint('not_expired', `id <> ${bad} or state <> 'expired'`, async () => {
      await expect(app.plannedRunner.round(await plans.hourOf(addDays(today, 1)))).rejects.toThrow(/not_expired/);
    });
    expect(await statesOf(102)).toEqual({ expired: others.length, waiting: 1 });
    await plans.clear();
    const [silent = 0] = await addPlans(method, 3, { cents: 103, state: 'planned', run_on: addDays(today, 9) });
    await withConstraint('not_announced', `id <> ${silent} or announced_at is null`, async () => {
      await expect(app.plannedRunner.round(await plans.hourOf(addDays(today, 8)))).rejects.toThrow(/not_announced/);
    });
    const announced = sql`select json_agg(announced_at is not null order by id) as answer from planned_payments where amount_cents = 103`;
    expect(await plans.read(announced)).toEqual([false, true, true]);
  });
});

describe('APY-07 an approval', () => {
  const ask = async (methodId: number): Promise<number> => {
    const body = plans.agreed(methodId, await plans.invoicesToPlan(1));
    return (await app.call(requestPaymentApproval, { as: PAYABLES, params: plans.params, body })).body.id;
  };
  const approve = async (id: number) => {
    const { status, body } = await app.call(approvePayment, { as: OWNER, params: { ...plans.params, id } });
    return [status, body.state];
  };

  it('returns the outcome of its payment, also if a plan of somebody else cannot be ended', async () => {
    const methodId = await plans.method();
    const expired = { cents: 104, state: 'waiting', run_on: addDays(today, 9), expires_at: '2020-01-01T00:00:00Z' };
    const [bad = 0] = await addPlans(methodId, 1, expired);
    const id = await ask(methodId);
    await withConstraint('not_expired', `id <> ${bad} or state <> 'expired'`, async () => {
      expect(await approve(id)).toEqual([200, 'paid']);
    });
  });

  it('succeeds even if the plan cannot be updated after its payment, and pays once', async () => {
    const id = await ask(await plans.method());
    await withConstraint('not_recorded', `id <> ${id} or state <> 'paid'`, async () => {
      expect(await approve(id)).toEqual([200, 'running']);
    });
    await app.plannedRunner.round();
    const made = await plans.find(id);
    expect([made?.state, await plans.charges(made?.payment?.cartId)]).toEqual(['paid', 1]);
  });
});

describe('APY-06 a rule of autopay', () => {
  it('RUN-08 that cannot plan its payment does not hold up the others, and the round fails', async () => {
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
    await withConstraint('not_this_rule', `rule_id is distinct from ${early}`, async () => {
      await expect(app.plannedRunner.round(evening)).rejects.toThrow(/not_this_rule/);
    });
    const listed = async () => (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as PlannedPayment[];
    expect((await listed()).map(({ invoices }) => invoices.map(({ invoiceNumber }) => invoiceNumber))).toEqual([[one?.invoiceNumber]]);
    await app.plannedRunner.round(evening);
    expect((await listed()).flatMap(({ invoices }) => invoices).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      one?.invoiceNumber,
      two?.invoiceNumber,
    ]);
  });
});
