import {
  addAutopayRule,
  listPlannedPayments,
  type PlannedPayment,
  stopAutopayRule,
  stopPlannedPayment,
} from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import type { PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { type DueRule, monthCents } from './autopay.queries.ts';

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
});

describe('APY-06 what a colleague stops', () => {
  it('is told to its maker, unless it was the maker: a payment, or a rule with what it has planned', async () => {
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
