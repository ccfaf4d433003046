import { SANDBOX_FIELDS_PATH } from '@yardage/contract/public-config';
import { listSavedMethods, saveMethod } from '@yardage/contract/saved-methods';
import { addThirdLanguage } from '@yardage/messages/testing/third-language';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paymentDesk } from '#server/testing/payment-desk';
import { endAllMethods } from '#server/testing/prepare-payables';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { cardRequest, checkRequest, payableInvoices, TEST_CARDS } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/99', cvc: '123', cardHolderName: 'Pat Payer' };
const ACCOUNT = { bankAccountNumber: '000123456789', bankRoutingNumber: '110000000', avsName: 'Pat Payer' };
let app: TestApp;
let typed: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };

beforeAll(async () => {
  app = await openTestApp({ environment: { PAYMENT_FIELDS: 'hosted' }, logLevel: 'trace' });
  typed = await openTestApp({ opened: { database: app.database, close: async () => {} } });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
  await endAllMethods(app.database, own.customerId);
});
afterAll(async () => {
  await typed?.close();
  await app?.close();
});

/** Types into the processor's fields, as its page does. */
const enter = async (kind: 'card' | 'check', fields: object, query = '') =>
  (
    await app.http.inject({
      method: 'POST',
      url: `${SANDBOX_FIELDS_PATH}?kind=${kind}${query}`,
      headers: { origin: 'null', 'content-type': 'text/plain;charset=UTF-8' },
      payload: JSON.stringify(fields),
    })
  ).json() as { reference?: string; faults?: Record<string, string> };
const hosted = (kind: 'CreditCard' | 'eCheck', reference: string) => ({ paymentMethod: 'Hosted', kind, reference });
const invoice = () => payableInvoices(app.database, own, 1);
const request = async (kind: 'CreditCard' | 'eCheck', reference = '') => {
  const { paymentDetails: _details, ...rest } = cardRequest(own, await invoice());
  return { ...rest, ...hosted(kind, reference) };
};
const referenceOf = async (number = CARD.cardNumber) => (await enter('card', { ...CARD, cardNumber: number })).reference ?? '';

describe("APY-05 the processor's own fields", () => {
  it('LNG-03 are in each language that the portal offers, and in English otherwise', async () => {
    onTestFinished(addThirdLanguage());
    const page = async (language: string) => (await app.http.inject({ url: `${SANDBOX_FIELDS_PATH}?kind=card&lang=${language}` })).body;
    for (const [language, shown, text] of [
      ['es', 'es', 'Número de tarjeta'],
      ['pt', 'pt', '‹Número de tarjeta›'],
      ['xx', 'en', 'Card number'],
    ] as const) {
      const html = await page(language);
      expect(html).toContain(`<html lang="${shown}"`);
      expect(html).toContain(text);
    }
    expect((await enter('card', {}, '&lang=pt')).faults?.cardNumber).toMatch(/^‹.*›$/);
  });

  it('refuse a body that is no JSON, and log nothing of it', async () => {
    const headers = { origin: 'null', 'content-type': 'text/plain;charset=UTF-8' };
    const answer = await app.http.inject({
      method: 'POST',
      url: `${SANDBOX_FIELDS_PATH}?kind=card`,
      headers,
      payload: '4111222233334444 {',
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed-request']);
    expect(app.logLines.join('')).not.toContain('41112');
  });

  it('pay by card and e-check; a reference works once, and only for its kind', async () => {
    const desk = paymentDesk(app, own, OWNER);
    const reference = await referenceOf();
    const paid = await desk.send(await request('CreditCard', reference));
    expect([paid.status, paid.body.data.status, paid.body.data.paymentMethod]).toEqual([200, 100000, 'CreditCard']);
    expect((await desk.processorBooks())[paid.body.data.cartData.cartId]).toHaveLength(1);
    const again = await desk.send(await request('CreditCard', reference));
    expect(again.body.data).toMatchObject({ status: 200200 });
    expect((await desk.processorBooks())[again.body.data.cartData.cartId]).toBeUndefined();
    expect((await desk.send(await request('eCheck', await referenceOf()))).body.data.status).toBe(200200);
    const check = await enter('check', ACCOUNT);
    expect((await desk.send(await request('eCheck', check.reference))).body.data).toMatchObject({
      status: 100100,
      paymentMethod: 'eCheck',
    });
    const declined = await desk.send(await request('CreditCard', await referenceOf(TEST_CARDS.declined)));
    expect(declined.body.data.status).toBe(200100);
  });

  it('save a method, and the bank refuses what it refuses elsewhere', async () => {
    const save = async (number?: string) =>
      app.call(saveMethod, { as: OWNER, params, body: hosted('CreditCard', await referenceOf(number)) });
    expect((await save()).body).toMatchObject({ brand: 'Visa', lastFour: '4242', problem: null });
    const refused = await save(TEST_CARDS.declined);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['reference']]);
    expect((await app.call(listSavedMethods, { as: OWNER, params })).body).toHaveLength(1);
  });

  it('PAY-11 charge and save only the kinds that the role may use', async () => {
    const as = 'payables@example.com';
    const { reference = '' } = await enter('check', ACCOUNT);
    const permit = (statement: string) => app.database.transaction('system', ({ client }) => client.query(statement));
    await permit(`delete from role_permissions where role_id = 3 and code = 'invoices.e-check'`);
    const refused = [
      await paymentDesk(app, own, as).send(await request('eCheck', reference)),
      await app.call(saveMethod, { as, params, body: hosted('eCheck', reference) }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, 'permission-missing']));
    await permit(`insert into role_permissions (role_id, code) values (3, 'invoices.e-check')`);
    // The reference was not used up, so the processor was not asked.
    expect((await paymentDesk(app, own, as).send(await request('eCheck', reference))).body.data).toMatchObject({ status: 100100 });
  });

  it('are the only way in: typed numbers are refused here, and references where numbers are typed', async () => {
    const desk = paymentDesk(app, own, OWNER);
    const { paymentMethod, paymentDetails } = cardRequest(own, []);
    const refused = [
      await desk.send(cardRequest(own, await invoice())),
      await desk.send(checkRequest(own, await invoice())),
      await app.call(saveMethod, { as: OWNER, params, body: { paymentMethod, paymentDetails } }),
      await paymentDesk(typed, own, OWNER).send(await request('CreditCard', await referenceOf())),
      await typed.call(saveMethod, { as: OWNER, params, body: hosted('CreditCard', await referenceOf()) }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([409, 'payment-fields-differ']));
  });

  it('say what is wrong in the language of the page, and leave no number behind', async () => {
    expect(await enter('card', { ...CARD, cardNumber: '4242 4242 4242 4241', cvc: '' }, '&lang=es')).toEqual({
      faults: { cardNumber: 'El número de tarjeta no es válido', cvc: 'El CVC es obligatorio' },
    });
    expect(Object.keys((await enter('check', {})).faults ?? {})).toEqual(['bankAccountNumber', 'bankRoutingNumber', 'avsName']);
    await enter('card', { ...CARD, cardNumber: '4539148803436467' });
    const { rows } = await app.database.engine.pool.query('select string_agg(m::text, chr(10)) as all from sandbox_processor.methods m');
    expect([rows[0].all, ...app.logLines].filter((text) => text.includes('4539148803436467'))).toEqual([]);
    expect(rows[0].all).toContain('6467');
  });

  it('are shown by the portal only, in a page that runs nothing else; other pages are as strict as before', async () => {
    const page = await app.http.inject({ url: `${SANDBOX_FIELDS_PATH}?kind=check&theme=dark&lang=es` });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'sha256-[^ ]+';.*frame-ancestors 'self'$/);
    expect(page.payload).toContain('Número de ruta');
    const config = (await app.http.inject({ url: '/config.json' })).json();
    expect(config.paymentFields).toEqual({ processor: 'sandbox', url: SANDBOX_FIELDS_PATH });
    const other = await typed.http.inject({ url: '/config.json' });
    expect([other.json().paymentFields, other.headers['content-security-policy']]).toEqual([
      null,
      (await app.http.inject({ url: '/config.json' })).headers['content-security-policy'],
    ]);
    expect((await typed.http.inject({ url: SANDBOX_FIELDS_PATH })).statusCode).toBe(404);
  });
});
