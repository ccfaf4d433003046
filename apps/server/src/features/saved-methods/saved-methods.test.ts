import { addAutopayRule, listPlannedPayments, requestPaymentApproval, schedulePayment } from '@yardage/contract/planned-payments';
import { listSavedMethods, removeSavedMethod, renameSavedMethod, saveMethod } from '@yardage/contract/saved-methods';
import { addDays } from '@yardage/domain/dates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { paymentDesk } from '#server/testing/payment-desk';
import { endAllMethods } from '#server/testing/prepare-payables';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, type PayableInvoice, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
let app: TestApp;
let second: TestApp;
let own: TestCustomer;
let desk: ReturnType<typeof paymentDesk>;
let params: { globalCustomerNumber: string };

beforeAll(async () => {
  const environment = { PAYMENT_FAILURES_PER_USER: '3' };
  app = await openTestApp({ environment });
  // A second process on the same database.
  second = await openTestApp({ environment, opened: { database: app.database, close: async () => {} } });
  [own] = (await customersOf(app.database, PAYABLES)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  desk = paymentDesk(app, own, OWNER);
});
afterAll(async () => {
  await second?.close();
  await app?.close();
});
beforeEach(async () => {
  await endAllMethods(app.database, own.customerId);
  // Failures of earlier tests become too old to count.
  await app.database.transaction('system', async ({ orm }) => {
    await orm.execute(sql`update payments set started_at = started_at - interval '2 days' where idempotency_key is not null`);
    await orm.execute(sql`update method_tries set at = at - interval '2 days'`);
  });
});

const card = (number: string = TEST_CARDS.approved) => {
  const { paymentMethod, paymentDetails } = cardRequest(own, [], number);
  return { paymentMethod, paymentDetails };
};
const save = (number?: string, as = OWNER, at = app) => at.call(saveMethod, { as, params, body: card(number) });
const list = async (as = OWNER) => (await app.call(listSavedMethods, { as, params })).body;
const oneInvoice = () => payableInvoices(app.database, own, 1);
const savedRequest = async (methodId: number, invoices?: Awaited<ReturnType<typeof oneInvoice>>) => {
  const { paymentDetails: _details, ...request } = cardRequest(own, invoices ?? (await oneInvoice()));
  return { ...request, paymentMethod: 'Saved', methodId };
};
const tokens = async () =>
  Number((await app.database.engine.pool.query('select count(*) as total from sandbox_processor.methods')).rows[0].total);

describe('APY-05 saved payment methods', () => {
  it('are saved with a payment that is not declined, then pay without a number, each cart once', async () => {
    const declined = await desk.send({ ...cardRequest(own, await oneInvoice(), TEST_CARDS.declined), isMethodSaved: true });
    expect([declined.body.success, declined.body.isMethodSaved, await list()]).toEqual([false, false, []]);
    const paid = await desk.send({ ...cardRequest(own, await oneInvoice()), isMethodSaved: true });
    expect([paid.body.success, paid.body.isMethodSaved]).toEqual([true, true]);
    const check = await desk.send({ ...checkRequest(own, await oneInvoice(), '000123456789'), isMethodSaved: true });
    expect(check.body.isMethodSaved).toBe(true);
    const [first, second] = await list();
    expect(first).toMatchObject({ paymentMethod: 'CreditCard', brand: 'Visa', lastFour: '4242', isExpired: false, uses: 0 });
    expect(second).toMatchObject({ paymentMethod: 'eCheck', lastFour: '6789', expiresOn: null });

    const [invoice] = await oneInvoice();
    const request = await savedRequest(first.id, invoice && [invoice]);
    const answers = await Promise.all([desk.send(request), desk.send(request, PAYABLES), desk.send(request)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const cartIds = new Set(answers.map(({ body }) => body.data.cartData.cartId));
    expect(cartIds.size).toBe(1);
    const [cartId] = [...cartIds] as [string];
    expect((await desk.processorBooks())[cartId]).toHaveLength(1);
    expect(answers[0]?.body.data.paymentMethod).toBe('CreditCard');
  });

  it('need their permission, and that of their kind', async () => {
    const methodId = (await save()).body.id as number;
    const [invoice] = (await oneInvoice()) as [PayableInvoice];
    const agreed = { methodId, invoiceNumbers: [invoice.invoiceNumber], totalAmountWithDiscount: invoice.openCents / 100 };
    const runOn = addDays(new Date().toISOString().slice(0, 10), 60);
    const rule = { methodId, timing: 'due-date', daysBefore: 0, paymentCap: 1, monthCap: 1 };
    const as = PAYABLES;
    const calls = {
      pay: async () => desk.send(await savedRequest(methodId, [invoice]), as),
      payAndSave: () => desk.send({ ...cardRequest(own, [invoice]), isMethodSaved: true }, as),
      schedule: () => app.call(schedulePayment, { as, params, body: { ...agreed, runOn } }),
      approval: () => app.call(requestPaymentApproval, { as, params, body: agreed }),
      autopay: () => app.call(addAutopayRule, { as, params, body: rule }),
      save: () => save(TEST_CARDS.approved, as),
    };
    for (const code of ['payments.saved-methods', 'invoices.credit-card']) {
      await app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`delete from role_permissions where role_id = 3 and code = ${code}`),
      );
      for (const [name, call] of Object.entries(calls)) {
        const { status, body } = await call();
        expect.soft([status, body.code], `${name} without ${code}`).toEqual([403, 'permission-missing']);
      }
      await app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`insert into role_permissions (role_id, code) values (3, ${code})`),
      );
    }
    // With all permissions, the same calls succeed.
    expect([(await calls.autopay()).status, (await calls.schedule()).status]).toEqual([200, 200]);
    expect(await list()).toHaveLength(1);
    const removed = await app.call(removeSavedMethod, { as: OWNER, params: { ...params, id: methodId } });
    expect(removed.body).toEqual({ stoppedPayments: 1, stoppedRules: 1 });
  });

  it('can be renamed, and are removed at once, also at the processor; payments to come are stopped, with mails', async () => {
    const { id } = (await save()).body;
    const before = await tokens();
    const renamed = await app.call(renameSavedMethod, { as: PAYABLES, params: { ...params, id }, body: { name: 'Office card' } });
    expect(renamed.body.name).toBe('Office card');
    const [invoice] = await oneInvoice();
    const body = {
      methodId: id,
      invoiceNumbers: [invoice?.invoiceNumber],
      totalAmountWithDiscount: (invoice?.openCents ?? 0) / 100,
      runOn: addDays(new Date().toISOString().slice(0, 10), 60),
    };
    expect((await app.call(schedulePayment, { as: PAYABLES, params, body })).status).toBe(200);
    expect((await list())[0].uses).toBe(1);
    const removed = await app.call(removeSavedMethod, { as: OWNER, params: { ...params, id } });
    expect(removed.body).toEqual({ stoppedPayments: 1, stoppedRules: 0 });
    expect([await tokens(), await list()]).toEqual([before - 1, []]);
    const past = await app.call(listPlannedPayments, { as: PAYABLES, params, query: { view: 'past' } });
    expect(past.body[0]).toMatchObject({ state: 'stopped', endReason: 'method-removed' });
    const mails = await app.database.read<string[]>(
      'system',
      sql`select json_agg(to_addresses[1]) as answer from outgoing_mails where document_kind = 'planned-payment'
          and (document_reference ->> 'id')::bigint = ${past.body[0].id}`,
    );
    expect(mails).toEqual([PAYABLES]);
    const late = await desk.send(await savedRequest(id));
    expect([late.status, late.body.code]).toEqual([409, 'method-unusable']);
    expect((await app.call(removeSavedMethod, { as: OWNER, params: { ...params, id } })).status).toBe(404);
  });

  it('are forgotten by the processor later if it cannot be reached now', async () => {
    const { id } = (await save()).body;
    const before = await tokens();
    const removeMethod = app.sandbox.removeMethod;
    app.sandbox.removeMethod = async () => {
      throw new Error('unreachable');
    };
    expect((await app.call(removeSavedMethod, { as: OWNER, params: { ...params, id } })).status).toBe(200);
    app.sandbox.removeMethod = removeMethod;
    expect([await tokens(), (await desk.send(await savedRequest(id))).status]).toEqual([before, 409]);
    await app.database.transaction('system', ({ orm }) => orm.execute(sql`update saved_methods set detach_after = now() where id = ${id}`));
    await app.savedMethods.detachDue();
    expect(await tokens()).toBe(before - 1);
  });

  it('that have expired are marked and refused', async () => {
    const { id } = (await save()).body;
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`update saved_methods set expires_on = '2020-01-31' where id = ${id}`),
    );
    expect((await list())[0].isExpired).toBe(true);
    expect((await desk.send(await savedRequest(id))).body.code).toBe('method-unusable');
  });
});

describe('APY-12 cards that are refused again and again', () => {
  it('are stopped over two processes, paying and saving counted together; others of the account go on', async () => {
    const elsewhere = paymentDesk(second, own, OWNER);
    expect((await desk.send(cardRequest(own, await oneInvoice(), TEST_CARDS.declined))).status).toBe(200);
    expect((await elsewhere.send(cardRequest(own, await oneInvoice(), TEST_CARDS.declined))).status).toBe(200);
    expect((await save(TEST_CARDS.declined, OWNER, second)).status).toBe(400);
    const paused = [
      await save(),
      await save(TEST_CARDS.approved, OWNER, second),
      await elsewhere.send(cardRequest(own, await oneInvoice())),
    ];
    expect(paused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([429, 'payments-paused']));
    expect(Date.parse(paused[0]?.body.retryAt)).toBeLessThanOrEqual(Date.now() + 61_000);
    expect((await save(TEST_CARDS.approved, PAYABLES)).status).toBe(200);
  });

  it('cannot avoid the count by arriving at two processes at the same time, and an honest payer goes on after a minute', async () => {
    const tries = Array.from({ length: 12 }, (_, index) => save(TEST_CARDS.declined, OWNER, index % 2 === 0 ? app : second));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(400), ...Array(9).fill(429)]);
    await app.database.transaction('system', ({ orm }) => orm.execute(sql`update method_tries set at = at - interval '61 seconds'`));
    expect((await desk.send(cardRequest(own, await oneInvoice()))).status).toBe(200);
  });
});
