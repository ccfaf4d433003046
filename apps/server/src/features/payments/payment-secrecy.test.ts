import { getCart } from '@yardage/contract/carts';
import { initiatePayment } from '@yardage/contract/payments';
import { saveMethod } from '@yardage/contract/saved-methods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentDesk } from '#server/testing/payment-desk';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
/** Valid numbers that occur nowhere else in the test data. */
const CARD = '4539148803436467';
const ACCOUNT = 'ZQ7731X40915';
const MARKS = [CARD, '4539 1488 0343 6467', ACCOUNT];

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true, logLevel: 'trace' });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

/** Returns the tables of all schemas that have a row containing one of the texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { pool } = app.database.engine;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    // Row-level security also applies to the owner, so public tables are read with the system role.
    const hit = await app.database.transaction('system', async ({ client }) => {
      if (!name.startsWith('public.')) await client.query("select set_config('role', 'none', true)");
      return client.query(`select from ${name} as line where line::text like any($1) limit 1`, [texts.map((text) => `%${text}%`)]);
    });
    if (hit.rowCount) found.push(name);
  }
  expect(rows.length).toBeGreaterThan(30);
  return found;
}

describe('card and account numbers', () => {
  it('APY-05 are stored nowhere after the call, also if they are saved for later: in no table, job, log line of any level or response', async () => {
    const desk = paymentDesk(app, own, OWNER);
    const request = cardRequest(own, await payableInvoices(app.database, own, 1), CARD);
    const answers = [
      await desk.send({ ...request, paymentDetails: { ...request.paymentDetails, cvv: 'x' } }),
      await desk.send({ ...request, totalAmount: 1 }),
      await desk.send({ ...request, surprise: CARD }),
      await desk.send({ ...request, paymentDetails: { ...request.paymentDetails, cardNumber: 4539148803436467 } }),
      await desk.send({ ...request, paymentDetails: { ...request.paymentDetails, cardNumber: '4539 1488 0343 6467' } }),
      await desk.send({ ...checkRequest(own, await payableInvoices(app.database, own, 1), ACCOUNT), isMethodSaved: true }),
      await app.call(saveMethod, {
        as: OWNER,
        params: { globalCustomerNumber: own.globalCustomerNumber },
        body: { paymentMethod: 'CreditCard', paymentDetails: { ...request.paymentDetails, cardNumber: CARD } },
      }),
      await app.call(getCart, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([400, 409, 400, 400, 200, 200, 200, 200]);
    const broken = await app.http.inject({
      method: 'POST',
      url: `/api${initiatePayment.path}?globalCustomerNumber=${own.globalCustomerNumber}`,
      headers: { authorization: `Bearer ${await app.token(OWNER)}`, 'content-type': 'application/json' },
      payload: `{"cardNumber":"${CARD}"`,
    });
    expect(broken.statusCode).toBe(400);
    const texts = [...answers.map((answer) => answer.text), broken.payload, ...app.logLines];
    expect(texts.filter((text) => MARKS.some((mark) => text.includes(mark)))).toEqual([]);
    // The search itself works: it finds the payer's email.
    expect(await tablesWith(...MARKS, 'payer@example.com')).toEqual(['public.payments']);
    expect(await tablesWith('6467', '0915')).toContain('public.saved_methods');
  });

  it("are kept out of an error that the processor's code throws", async () => {
    const charge = app.sandbox.charge;
    app.sandbox.charge = async () => {
      throw new Error('something broke at the processor');
    };
    const desk = paymentDesk(app, own, OWNER);
    const { status } = await desk.pay(cardRequest(own, await payableInvoices(app.database, own, 1), CARD));
    app.sandbox.charge = charge;
    expect(status).toBe(100100);
    expect(app.logLines.filter((line) => line.includes(CARD))).toEqual([]);
  });
});
