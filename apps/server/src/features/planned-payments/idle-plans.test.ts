import { addAutopayRule, schedulePayment } from '@yardage/contract/planned-payments';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { connectHub } from '#server/testing/hub-client';
import { openPlanCredits, type PlanCredits, type TestCredit, used } from '#server/testing/plan-credits';
import { ADMINISTRATOR, minute, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import { cardRequest, type PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

// Plans for a distant day that reserve credits although they will not pay anything.

let app: TestApp;
let plans: PlanDesk;
let credits: PlanCredits;

beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  credits = openPlanCredits(app, plans);
});
afterAll(() => app?.close());
beforeEach(() => plans.clear());

const onlyInvoice = async () => ((await plans.invoicesToPlan(1)) as [PayableInvoice])[0];
/** Plans the payment of an invoice on a distant day, with all of a credit. */
async function planned(invoice: PayableInvoice, credit: TestCredit): Promise<number> {
  const body = { ...plans.agreed(await plans.method(), [invoice]), credits: [used(credit)], runOn: addDays(plans.today, 60) };
  const answer = await app.call(schedulePayment, { as: PAYABLES, params: plans.params, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}

describe('APY-01 APY-06 a plan with credits', () => {
  it.each([
    ['paid by hand', (invoice: PayableInvoice) => plans.desk.pay(cardRequest(plans.own, [invoice]))],
    ['voided', ({ id }: PayableInvoice) => credits.books.voidInvoice(plans.today, id)],
  ])('ends before its day, with a mail, once its invoices are %s, and frees the credits', async (_, settle) => {
    const [invoice, own] = [await onlyInvoice(), await credits.add(4_000)];
    const id = await planned(invoice, own);
    await app.plannedRunner.round();
    expect(await credits.standing(own)).toEqual([0, 0, 4_000, 4_000]);
    await settle(invoice);
    await app.plannedRunner.round();
    expect(await plans.find(id)).toMatchObject({ state: 'stopped', endReason: 'paid-meanwhile', payment: null });
    expect([await plans.mailsAbout(id), await credits.standing(own)]).toEqual([[`ended ${PAYABLES}`], [0, 0, 0, 4_000]]);
  });

  it('is kept while a payment of its invoices is under way, which may fail', async () => {
    const [invoice, own] = [await onlyInvoice(), await credits.add(4_000)];
    const id = await planned(invoice, own);
    const pending = (cents: number) => plans.run(sql`update invoices set pending_cents = ${cents} where id = ${invoice.id}`);
    await pending(invoice.openCents);
    await app.plannedRunner.round();
    await pending(0);
    expect([(await plans.find(id, 'open'))?.state, await credits.standing(own)]).toEqual(['planned', [0, 0, 4_000, 4_000]]);
  });

  it('ends before its day if its maker has left, and the administrators get a mail; without credits it waits for its day', async () => {
    const [invoice, own] = [await onlyInvoice(), await credits.add(4_000)];
    const id = await planned(invoice, own);
    const { body: other } = await plans.schedule(await plans.method(), [await onlyInvoice()], addDays(plans.today, 60));
    const isEnabled = (enabled: boolean) =>
      plans.run(sql`update members set is_enabled = ${enabled} where customer_id = ${plans.own.customerId} and email = ${PAYABLES}`);
    await isEnabled(false);
    await app.plannedRunner.round();
    await isEnabled(true);
    expect(await plans.find(id)).toMatchObject({ state: 'stopped', endReason: 'maker-left' });
    expect((await plans.mailsAbout(id)).sort()).toEqual([`ended ${ADMINISTRATOR}`, `ended ${OWNER}`]);
    expect([await credits.standing(own), (await plans.find(other.id, 'open'))?.state]).toEqual([[0, 0, 0, 4_000], 'planned']);
  });
});

it('APY-01 APY-06 FED-09 plans that the round makes, runs or ends are announced to those who have their pages open', async () => {
  const client = await connectHub(await app.http.listen({ host: '127.0.0.1', port: 0 }), await app.token(ADMINISTRATOR));
  const announced = async (count: number) => {
    const heard = await client.hears('RecordsChanged', count);
    return heard.filter(({ resource }) => resource === 'plans').length;
  };
  const [invoice, own] = [await onlyInvoice(), await credits.add(4_000)];
  await planned(invoice, own);
  expect(await announced(1)).toBe(1);
  await credits.books.voidInvoice(plans.today, invoice.id);
  await app.plannedRunner.round();
  expect(await announced(2)).toBe(2);

  const due = await onlyInvoice();
  await plans.run(sql`update invoices set due_date = '2045-01-01' where customer_id = ${plans.own.customerId}`);
  await plans.run(sql`update invoices set due_date = ${addDays(plans.today, 1)}::date where id = ${due.id}`);
  const body = { methodId: await plans.method(), timing: 'due-date', daysBefore: 0, paymentCap: 1_000, monthCap: 1_000, usesCredits: true };
  await app.call(addAutopayRule, { as: PAYABLES, params: plans.params, body });
  expect(await announced(3)).toBe(3);
  await app.plannedRunner.round(minute(await plans.hourOf(plans.today), 600));
  expect(await announced(4)).toBe(4);
  client.close();
});
