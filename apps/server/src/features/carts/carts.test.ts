import { addToCart, type Cart, changeCart, getCart, MAX_CART_INVOICES, removeFromCart } from '@yardage/contract/carts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/database/drizzle';
import { lockDispute } from '#server/features/disputes/disputes.queries';
import { moveDispute } from '#server/features/disputes/disputes.service';
import { holdRows } from '#server/testing/held-rows';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestAnswer, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  // The demo world comes with a filled cart.
  await app.database.transaction('system', ({ orm }) => orm.execute(sql`delete from cart_invoices`));
});
afterAll(() => app?.close());

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const get = async () => (await app.call(getCart, { as: OWNER, params: params() })).body as Cart;
const add = (...invoiceNumbers: string[]): Promise<TestAnswer> =>
  app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers } });
const remove = (...invoiceNumbers: string[]): Promise<TestAnswer> =>
  app.call(removeFromCart, { as: OWNER, params: params(), body: { invoiceNumbers } });
const standing = (result: number) =>
  app.database.read<string>(
    'system',
    sql`select i.document_number as answer from invoices i join payment_invoices laid on laid.invoice_id = i.id
        where i.customer_id = ${own.customerId} and laid.payment_result = ${result} limit 1`,
  ) as Promise<string>;

describe('the cart', () => {
  it('API-29 API-30 API-31 API-32 PAY-04 PAY-10 returns its invoices and totals after every change, and ignores duplicates', async () => {
    const [one, two] = (await payableInvoices(app.database, own, 2)).map((invoice) => invoice.invoiceNumber) as [string, string];
    expect(await get()).toMatchObject({ invoices: [], totalAmount: 0, totalDiscountAmount: 0, totalAmountWithDiscount: 0, amountToPay: 0 });
    await add(one);
    const { body: both } = (await add(one, two, two)) as { body: Cart };
    expect(both.invoices.map((line) => line.invoiceNumber).sort()).toEqual([one, two].sort());
    const cents = (pick: (line: Cart['invoices'][number]) => number) =>
      both.invoices.reduce((sum, line) => sum + Math.round(pick(line) * 100), 0) / 100;
    expect(both.totalAmount).toBe(cents((line) => line.invoiceAmount));
    expect(both.totalDiscountAmount).toBe(cents((line) => line.discountAmount));
    expect(both.totalAmountWithDiscount).toBe(cents((line) => line.amountWithDiscount));
    expect(await get()).toEqual(both);
    const { body: left } = (await remove(one, 'no-such')) as { body: Cart };
    expect(left.invoices.map((line) => line.invoiceNumber)).toEqual([two]);
    expect(((await remove(two)) as { body: Cart }).body.invoices).toEqual([]);
  });

  it('counts a discount until its expiry day at the data source, and not longer', async () => {
    const [invoice] = (await payableInvoices(app.database, own, 1)) as [Awaited<ReturnType<typeof payableInvoices>>[number]];
    const expire = (days: number) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update invoices i set discount_cents = 125, discount_expires_on = (now() at time zone d.time_zone)::date + ${days}::int
          from customers c join data_sources d on d.id = c.data_source_id where c.id = i.customer_id and i.id = ${invoice.id}`),
      );
    const amountIn = async () => (await get()).invoices.map((line) => [line.discountAmount, line.amountWithDiscount]);
    await expire(0);
    await add(invoice.invoiceNumber);
    expect(await amountIn()).toEqual([[1.25, (invoice.openCents - 125) / 100]]);
    await expire(-1);
    expect(await amountIn()).toEqual([[0, invoice.openCents / 100]]);
    await remove(invoice.invoiceNumber);
  });

  it('PAY-04 forgets invoices that were paid meanwhile, so that they neither fill it nor come back', async () => {
    const [one, two] = (await payableInvoices(app.database, own, 2)).map((invoice) => invoice.invoiceNumber) as [string, string];
    const settledThere = async () => {
      await app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`insert into cart_invoices (customer_id, invoice_id)
          select customer_id, id from invoices where customer_id = ${own.customerId} and open_cents = 0 limit 3`),
      );
      return countStored();
    };
    const countStored = async () =>
      Number(await app.database.read('system', sql`select count(*) as answer from cart_invoices where customer_id = ${own.customerId}`));
    expect(await settledThere()).toBe(3);
    await add(one, two);
    expect(await countStored()).toBe(2);
    expect(await settledThere()).toBe(5);
    await remove(one, two);
    expect(await countStored()).toBe(0);
  });

  it('API-30 RES-02 adds the payable invoices and skips the others, if that is requested', async () => {
    const [one] = (await payableInvoices(app.database, own, 1)).map((invoice) => invoice.invoiceNumber) as [string];
    const invoiceNumbers = [await standing(1), one, await standing(2), 'no-such'];
    const addPartly = (numbers: string[]) =>
      app.call(addToCart, { as: OWNER, params: params(), body: { invoiceNumbers: numbers, isPartial: true } });
    const { status, body } = await addPartly(invoiceNumbers);
    expect([status, (body as Cart).invoices.map((line) => line.invoiceNumber)]).toEqual([200, [one]]);
    await remove(one);
    expect(((await addPartly(['no-such'])).body as Cart).invoices).toEqual([]);
  });

  it('PAY-04 holds at most 500 invoices, also if two tabs add some at once', async () => {
    const half = MAX_CART_INVOICES / 2 + 1;
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
        select ${own.customerId}, 'CART' || n, '2026-01-01', '2045-01-01', 'CART', 100, 0, 100, 0 from generate_series(1, ${2 * half}::int) n`),
    );
    const numbers = Array.from({ length: 2 * half }, (_, place) => `CART${place + 1}`);
    // Whoever adds waits before their commit.
    const { pool } = app.database.engine;
    await pool.query(
      `create function wait_for_test() returns trigger language plpgsql as $$begin perform pg_advisory_xact_lock_shared(47); return null; end$$`,
    );
    await pool.query(
      'create constraint trigger waits after insert on cart_invoices deferrable initially deferred for each row execute function wait_for_test()',
    );
    onTestFinished(async () => void (await pool.query('drop function wait_for_test cascade')));
    const held = await holdRows(app.database, 'select pg_advisory_xact_lock(47)');
    const adding = [add(...numbers.slice(0, half)), add(...numbers.slice(half))];
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const countWaiting = () => pool.query(waiting).then(({ rowCount }) => rowCount);
    await expect
      .poll(countWaiting, { timeout: 20_000 })
      .toBe(2)
      .finally(() => held.commit());
    const answers = await Promise.all(adding);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await get()).invoices).toHaveLength(half);
    await remove(...numbers.slice(0, half));
    await remove(...numbers.slice(half));
  });

  it('API-31 API-32 does not deadlock when an amount is changed while the invoice is removed', async () => {
    const [one] = (await payableInvoices(app.database, own, 1)).map((invoice) => invoice.invoiceNumber) as [string];
    await add(one);
    // As a removal that has the cart's lock and has not deleted the row yet.
    const lock = "select pg_advisory_xact_lock(hashtextextended('cart of account ' || $1::text, 3))";
    const removing = await holdRows(app.database, lock, [own.customerId]);
    const body = { invoices: [{ invoiceNumber: one, amount: 1 }], credits: [{ creditNumber: 'UNKNOWN', amount: 1 }] };
    const changing = app.call(changeCart, { as: OWNER, params: params(), body });
    await removing.untilWaitedFor();
    await removing.run('delete from cart_invoices where customer_id = $1', [own.customerId]);
    await removing.commit();
    expect((await changing).status).toBe(404);
    expect((await get()).invoices).toEqual([]);
  });

  it('API-30 RES-02 returns invoices and credits twice with the same result', async () => {
    const [one] = (await payableInvoices(app.database, own, 1)).map((invoice) => invoice.invoiceNumber) as [string];
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`insert into credits (customer_id, document_number, document_date, reason, sales_cents, tax_cents, total_cents)
        values (${own.customerId}, 'CARTCREDIT', current_date, 'Returned', 500, 0, 500)`),
    );
    const chosen = [{ creditNumber: 'CARTCREDIT', amount: 1 }];
    const giveBack = async () => {
      const body = { invoiceNumbers: [one], isPartial: true, amounts: { [one]: 5 } };
      expect((await app.call(addToCart, { as: OWNER, params: params(), body })).status).toBe(200);
      return app.call(changeCart, { as: OWNER, params: params(), body: { credits: chosen } });
    };
    const [first, second] = [await giveBack(), await giveBack()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    await remove(one);
    await app.call(changeCart, { as: OWNER, params: params(), body: { credits: [{ creditNumber: 'CARTCREDIT', amount: null }] } });
  });

  it('refuses invoices that are paid, being paid or of another customer, and then adds none', async () => {
    const [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const [own1] = await payableInvoices(app.database, own, 1);
    const [theirs] = await payableInvoices(app.database, foreign, 1);
    for (const [number, status] of [
      [await standing(1), 409],
      [await standing(2), 409],
      [theirs?.invoiceNumber as string, 404],
      ['no-such', 404],
    ] as const) {
      expect((await add(own1?.invoiceNumber as string, number)).status, number).toBe(status);
    }
    expect((await add()).status).toBe(400);
    expect((await get()).invoices).toEqual([]);
  });

  it('APY-03 takes an invoice without what is disputed of it in the same moment', async () => {
    const [invoice] = (await payableInvoices(app.database, own, 1)) as [Awaited<ReturnType<typeof payableInvoices>>[number]];
    await remove(invoice.invoiceNumber);
    const held = await holdRows(app.database, 'select from invoices where id = $1 for update', [invoice.id]);
    const adding = add(invoice.invoiceNumber);
    await held.untilWaitedFor();
    await held.run("insert into disputes (customer_id, invoice_id, reason, amount_cents) values ($1, $2, 'other', 100)", [
      own.customerId,
      invoice.id,
    ]);
    await held.commit();
    const line = ((await adding).body as Cart).invoices.find(({ invoiceNumber }) => invoiceNumber === invoice.invoiceNumber);
    expect(line?.invoiceAmount).toBe((invoice.openCents - 100) / 100);
  });

  it('APY-03 takes all of an invoice whose dispute ends in the same moment', async () => {
    const [invoice] = (await payableInvoices(app.database, own, 1)) as [Awaited<ReturnType<typeof payableInvoices>>[number]];
    await remove(invoice.invoiceNumber);
    const opened = sql`insert into disputes (customer_id, invoice_id, reason, amount_cents)
      values (${own.customerId}, ${invoice.id}, 'other', 100) returning id`;
    const id = await app.database.transaction('system', async ({ orm }) => {
      await orm.execute(sql`delete from disputes where invoice_id = ${invoice.id}`);
      return Number((await orm.execute<{ id: string }>(opened)).rows[0]?.id);
    });
    const [locked, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ending = app.database.transaction('system', async (transaction) => {
      const dispute = await lockDispute(transaction, 'system', id);
      if (!dispute) throw new Error('no dispute');
      locked.resolve();
      await waited.promise;
      await moveDispute(transaction, dispute, { state: 'withdrawn', outcome: null });
    });
    await locked.promise;
    const adding = add(invoice.invoiceNumber);
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await app.database.engine.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0);
    waited.resolve();
    await ending;
    const line = ((await adding).body as Cart).invoices.find(({ invoiceNumber }) => invoiceNumber === invoice.invoiceNumber);
    expect(line?.invoiceAmount).toBe(invoice.openCents / 100);
  });
});
