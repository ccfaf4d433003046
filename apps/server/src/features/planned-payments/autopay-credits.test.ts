import { addAutopayRule, listPlannedPayments, type PlannedPayment, setApprovalLimit } from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { ledgerBooks } from '#server/testing/ledger-books';
import { ADMINISTRATOR, minute, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import type { PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

let app: TestApp;
let plans: PlanDesk;
let books: ReturnType<typeof ledgerBooks>;
/** What the last rule could use of the credits when it was added. */
let usable: number;

beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  books = ledgerBooks(app.database, plans.own.customerId);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await plans.clear();
  // Only the credits of the test are open.
  await plans.run(sql`update credits set voided_on = ${plans.today}::date where customer_id = ${plans.own.customerId}
    and open_cents = total_cents and voided_on is null`);
});

/** A rule that pays these invoices, which are due tomorrow, and what it has planned on the evening before. */
async function plannedBy(due: readonly PayableInvoice[], rule: object): Promise<PlannedPayment[]> {
  await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
  const ids = due.map(({ id }) => id).join(',');
  await plans.run(
    sql`update invoices set due_date = ${addDays(plans.today, 1)}::date where id = any(string_to_array(${ids}, ',')::bigint[])`,
  );
  const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 10_000, monthCap: 10_000, ...rule };
  const { status, body: rules } = await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body });
  expect([status, rules.at(-1)?.usesCredits]).toEqual([200, 'usesCredits' in rule]);
  usable = rules.at(-1)?.usableCreditAmount;
  await app.plannedRunner.round(minute(await plans.hourOf(plans.today), 600));
  return (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as PlannedPayment[];
}
/** Many small invoices that are due tomorrow. */
const addDue = (count: number, prefix = 'MANY-') =>
  plans.run(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
    select ${plans.own.customerId}, ${prefix}::text || n, ${plans.today}::date, ${addDays(plans.today, 1)}::date, '-', 100, 0, 100, 0 from generate_series(1, ${count}::int) as n`);
const run = async () => app.plannedRunner.round(await plans.hourOf(addDays(plans.today, 1)));
const openOf = (id: number) => plans.read<number>(sql`select open_cents as answer from credits where id = ${id}`).then(Number);

describe('APY-01 APY-06 autopay', () => {
  it('leaves credits alone, unless its rule says otherwise', async () => {
    const own = await books.credit(plans.today, 3_000);
    const [invoice] = (await plans.invoicesToPlan(1)) as [PayableInvoice];
    const [planned] = await plannedBy([invoice], {});
    expect(planned).toMatchObject({ amount: invoice.openCents / 100, creditAmount: 0, credits: [] });
    expect(usable).toBe(0);
    await run();
    expect(await openOf(own)).toBe(3_000);
  });

  it('with that choice uses the oldest credits first, and charges and counts only the rest', async () => {
    const later = await books.credit(plans.today, 9_000);
    const older = await books.credit(addDays(plans.today, -5), 6_000);
    const [one, two] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const charged = one.openCents + two.openCents - 15_000;
    // The caps are what is charged: without credits neither invoice would fit.
    const [planned] = await plannedBy([one, two], { usesCredits: true, paymentCap: charged / 100, monthCap: charged / 100 });
    expect(planned).toMatchObject({ amount: charged / 100, creditAmount: 150, credits: [{ amount: 60 }, { amount: 90 }] });
    expect(usable).toBe(150);
    await run();
    expect(await plans.find(planned?.id ?? 0)).toMatchObject({ state: 'paid', payment: { amount: charged / 100, creditAmount: 150 } });
    expect([await openOf(older), await openOf(later)]).toEqual([0, 0]);
  });

  it('that credits cover needs no approval and charges nothing; what it charges above the limit waits with its credits', async () => {
    const [covered, above] = (await plans.invoicesToPlan(2)) as [PayableInvoice, PayableInvoice];
    const own = await books.credit(plans.today, covered.openCents);
    await app.call(setApprovalLimit, { as: ADMINISTRATOR, params: plans.params, body: { amount: 1 } });
    const [free] = await plannedBy([covered], { usesCredits: true });
    expect(free).toMatchObject({ state: 'planned', amount: 0 });
    await run();
    expect([(await plans.find(free?.id ?? 0))?.state, await openOf(own)]).toEqual(['paid', 0]);
    await plans.run(sql`update autopay_rules set stopped_at = now() where stopped_at is null`);
    await books.credit(plans.today, 1_000);
    const [waiting] = await plannedBy([above], { usesCredits: true });
    expect(waiting).toMatchObject({ state: 'waiting', creditAmount: 10, amount: above.openCents / 100 - 10 });
  });

  it('pays more invoices of one day than one payment takes in several payments, all under the cap of the day', async () => {
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
    await addDue(1_101);
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 1_100, monthCap: 2_000 };
    const { body: rules } = await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body });
    expect(rules.at(-1)?.upcoming).toEqual([{ runOn: addDays(plans.today, 1), invoices: 1_101, amount: 1_101 }]);
    await app.plannedRunner.round(minute(await plans.hourOf(plans.today), 600));
    const planned = (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as PlannedPayment[];
    expect(planned.map(({ runOn, amount }) => [runOn, amount])).toEqual([500, 500, 100].map((amount) => [addDays(plans.today, 1), amount]));
    const past = (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params, query: { view: 'past' } }))
      .body as PlannedPayment[];
    expect(past.filter(({ endReason }) => endReason === 'over-cap').map(({ amount }) => amount)).toContain(1);
    await run();
    const open = await plans.read(sql`select count(*)::int as answer from invoices where document_number like 'MANY-%' and open_cents > 0`);
    expect(open).toBe(1);
  });

  it('APY-07 needs an approval of each payment of a day if they are above the limit together', async () => {
    await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
    await addDue(501, 'TOGETHER-');
    await app.call(setApprovalLimit, { as: ADMINISTRATOR, params: plans.params, body: { amount: 500 } });
    const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 1_000, monthCap: 1_000 };
    await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body });
    await app.plannedRunner.round(minute(await plans.hourOf(plans.today), 600));
    const planned = (await app.call(listPlannedPayments, { as: PAYABLES, params: plans.params })).body as PlannedPayment[];
    expect(planned.map(({ state, amount }) => [state, amount])).toEqual([
      ['waiting', 500],
      ['waiting', 1],
    ]);
  });
});
