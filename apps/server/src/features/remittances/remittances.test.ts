import { HEADERS } from '@yardage/contract/headers';
import { getDeskRemittance, getRemittance } from '@yardage/contract/remittances';
import { createServiceKey } from '@yardage/contract/service-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let timeZone: string;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  timeZone = String(await app.database.read('system', sql`select time_zone as answer from data_sources where id = ${own.datasourceId}`));
});
afterAll(() => app?.close());

const file = async (day: string) => app.call(getRemittance, { as: SERVICE, params: { day } });
/** Returns the lines of a day's file by column. */
const linesOf = async (day: string): Promise<Record<string, string>[]> => {
  const answer = await file(day);
  expect(answer.status).toBe(200);
  const [heading = '', ...lines] = answer.text.trimEnd().split('\r\n');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [heading.split(',')[index], value])));
};
const toCents = (text: string | undefined) => Math.round(Number(text) * 100);

/** Pays one invoice through the portal, and moves the moment of its end. */
async function payAt(localTime: string): Promise<{ cartId: string; invoiceNumber: string }> {
  const [invoice] = await payableInvoices(app.database, own, 1);
  if (!invoice) throw new Error('nothing is payable');
  const { cartId } = (await paymentDesk(app, own, OWNER).pay(cardRequest(own, [invoice]))).cartData;
  await app.database.transaction('system', ({ client }) =>
    client.query('update payments set settled_at = $2::timestamp at time zone $3 where cart_id = $1', [cartId, localTime, timeZone]),
  );
  return { cartId, invoiceNumber: invoice.invoiceNumber };
}

describe('the remittance of a day', () => {
  it('EVT-06 STF-01 is the same file for staff of the area Payments, in the audit log, and for nobody else at the desk', async () => {
    await payAt('2026-03-02 12:00:00');
    const ofDesk = (as: string, day = '2026-03-02') => app.call(getDeskRemittance, { as, params: { day } });
    const answer = await ofDesk('credit@example.com');
    expect([answer.status, answer.text]).toEqual([200, (await file('2026-03-02')).text]);
    expect(answer.text).toContain('\r\npayment,');
    const entry = sql`select action || ' ' || subject as answer from audit_log where action = 'desk.remittance'`;
    expect(await app.database.read('system', entry)).toBe('desk.remittance 2026-03-02');
    const today = await ofDesk('credit@example.com', new Date().toISOString().slice(0, 10));
    expect([today.status, today.body.detail]).toEqual([409, expect.stringContaining('is not over yet in')]);
    expect([(await ofDesk('dispatcher@example.com')).status, (await ofDesk(OWNER)).status]).toEqual([403, 403]);
  });

  it('EVT-06 contains what was paid on that day of the data source, with control totals', async () => {
    const first = await payAt('2026-03-10 00:00:00');
    const last = await payAt('2026-03-10 23:59:59');
    const next = await payAt('2026-03-11 00:00:00');
    const lines = await linesOf('2026-03-10');
    const stored = await app.database.read<{ amount: number; discount: number; processor: string }[]>(
      'system',
      sql`select json_agg(json_build_object('amount', amount_cents, 'discount', discount_cents, 'processor', payment_id) order by settled_at) as answer
          from payments where cart_id in (${first.cartId}, ${last.cartId})`,
    );
    expect(lines.map(({ kind }) => kind)).toEqual(['payment', 'payment', 'total', 'total']);
    expect(lines.slice(0, 2)).toMatchObject(
      [first, last].map(({ cartId, invoiceNumber }, index) => ({
        data_source: own.dataset,
        customer_number: own.customerNumber,
        invoice_number: invoiceNumber,
        cart_id: cartId,
        processor_id: stored?.[index]?.processor,
      })),
    );
    for (const [name, field] of [
      ['amount', 'amount'],
      ['discount', 'discount'],
    ] as const) {
      const expected = (stored ?? []).reduce((sum, payment) => sum + payment[field], 0);
      expect(lines.slice(0, 2).reduce((sum, line) => sum + toCents(line[name]), 0)).toBe(expected);
      expect(lines.slice(2).map((line) => toCents(line[name]))).toEqual([expected, expected]);
    }
    expect(lines[3]).toMatchObject({ data_source: 'ALL', invoice_number: '2' });
    expect((await linesOf('2026-03-11'))[0]).toMatchObject({ cart_id: next.cartId });
  });

  it('EVT-06 is there a quarter of an hour after midnight, because steps that began before may still end', async () => {
    const setZone = (zone: string) =>
      app.database.transaction('system', ({ client }) => client.query('update data_sources set time_zone = $1', [zone]));
    const zones = await app.database.transaction('system', ({ client }) => client.query('select id, time_zone from data_sources'));
    // A time zone in which the day began some minutes ago, named by its offset from UTC.
    const minutesAgo = async (minutes: number) => {
      const now = new Date();
      const sinceMidnight = (((now.getUTCHours() * 60 + now.getUTCMinutes() - minutes) % 1440) + 1440) % 1440;
      const behind = sinceMidnight <= 720 ? sinceMidnight : sinceMidnight - 1440;
      const sign = behind >= 0 ? '' : '-';
      await setZone(`<X>${sign}${Math.floor(Math.abs(behind) / 60)}:${String(Math.abs(behind) % 60).padStart(2, '0')}`);
      const [yesterday] = await app.database.transaction(
        'system',
        async ({ client }) =>
          (await client.query(`select ((now() at time zone min(time_zone))::date - 1)::text as day from data_sources`)).rows,
      );
      return (await file(yesterday.day)).status;
    };
    expect([await minutesAgo(5), await minutesAgo(20)]).toEqual([409, 200]);
    for (const { id, time_zone: zone } of zones.rows)
      await app.database.transaction('system', ({ client }) =>
        client.query('update data_sources set time_zone = $2 where id = $1', [id, zone]),
      );
  });

  it('EVT-06 keeps a returned payment on its day, and subtracts it on the day of the return', async () => {
    const { cartId } = await payAt('2026-03-20 12:00:00');
    const before = (await file('2026-03-20')).text;
    await app.database.transaction('system', async ({ client }) => {
      await client.query(
        `update payments set payment_result = 0, result_code = 200300, returned_at = '2026-03-24 15:00Z' where cart_id = $1`,
        [cartId],
      );
      await client.query('update payment_invoices set payment_result = 0 where payment_id = (select id from payments where cart_id = $1)', [
        cartId,
      ]);
    });
    expect((await file('2026-03-20')).text).toBe(before);
    const [line] = await linesOf('2026-03-24');
    expect(line).toMatchObject({ kind: 'return', cart_id: cartId });
    expect(toCents(line?.amount)).toBe(-toCents((await linesOf('2026-03-20'))[0]?.amount));
  });

  it('EVT-06 does not change a day, nor show cash twice, when a payment is applied to another invoice later', async () => {
    const { cartId } = await payAt('2026-03-22 12:00:00');
    const before = (await file('2026-03-22')).text;
    const [other] = await payableInvoices(app.database, own, 1);
    await app.database.transaction('system', async ({ client }) => {
      const { rows } = await client.query<{ id: string; payment_id: string; amount_cents: string }>(
        `update payment_invoices set payment_result = 0, reversed_on = '2026-03-25' where payment_id = (select id from payments where cart_id = $1)
         returning id, payment_id, amount_cents`,
        [cartId],
      );
      await client.query(
        `insert into payment_invoices (payment_id, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
         select $1, id, customer_id, least(open_cents, $2::bigint), 0, 1, '2026-03-25' from invoices where id = $3`,
        [rows[0]?.payment_id, rows[0]?.amount_cents, other?.id],
      );
    });
    expect((await file('2026-03-22')).text).toBe(before);
    expect(await linesOf('2026-03-25')).toMatchObject([{ kind: 'total', invoice_number: '0' }]);
    await app.database.transaction('system', ({ client }) =>
      client.query(`update payments set payment_result = 0, result_code = 200300, returned_at = '2026-03-26 15:00Z' where cart_id = $1`, [
        cartId,
      ]),
    );
    const [line] = await linesOf('2026-03-26');
    expect(toCents(line?.amount)).toBe(-toCents((await linesOf('2026-03-22'))[0]?.amount));
  });

  it('EVT-06 leaves out payments that failed or were made elsewhere', async () => {
    const { cartId } = await payAt('2026-03-28 12:00:00');
    const outside = await app.database.transaction('system', async ({ client }) => {
      const moved = await client.query(
        `update payments set settled_at = '2026-03-28 16:00Z' where id = (select max(id) from payments where idempotency_key is null and payment_result = 1)`,
      );
      await client.query('update payments set payment_result = 0 where cart_id = $1', [cartId]);
      return moved.rowCount;
    });
    expect(outside).toBe(1);
    expect(await linesOf('2026-03-28')).toMatchObject([{ kind: 'total', invoice_number: '0', amount: '0.00' }]);
  });

  it("EVT-06 is limited to the key's data sources, and available once the day is over", async () => {
    await payAt('2026-04-02 12:00:00');
    const make = async (dataSources: string[]) =>
      (
        await app.call(createServiceKey, {
          as: 'desk@example.com',
          body: { name: dataSources.join(), scopes: ['remittances:read'], dataSources },
        })
      ).body.secret;
    const get = async (secret: string) =>
      (await app.call(getRemittance, { headers: { [HEADERS.serviceKey]: secret }, params: { day: '2026-04-02' } })).text;
    expect(await get(await make(['ELSEWHERE']))).toContain('total,ALL,,0,');
    expect(await get(await make([own.dataset]))).toContain('total,ALL,,1,');
    expect((await file('2049-01-01')).body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('is not over yet in') });
  });
});
