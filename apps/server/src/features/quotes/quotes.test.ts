import { getQuote, getQuotePdf, listQuotes, type QuoteRow } from '@yardage/contract/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const list = async (query: Record<string, string> = {}) =>
  (await app.call(listQuotes, { as: OWNER, params: { globalCustomerNumber: own.globalCustomerNumber }, query })).body as {
    items: QuoteRow[];
    totalCount: number;
  };
const params = (id: number) => ({ globalCustomerNumber: own.globalCustomerNumber, id });

describe('the quotes list', () => {
  it('API-13 QUO-01 QUO-03 contains all, active or inactive quotes; pending ones are in neither tab', async () => {
    const count = (condition: ReturnType<typeof sql>) =>
      app.database
        .read<string>('system', sql`select count(*) as answer from quotes where customer_id = ${own.customerId} and ${condition}`)
        .then(Number);
    expect((await list()).totalCount).toBe(await count(sql`true`));
    expect((await list({ status: 'All' })).totalCount).toBe(await count(sql`true`));
    expect((await list({ status: 'Active' })).totalCount).toBe(await count(sql`is_active`));
    expect((await list({ status: 'Inactive' })).totalCount).toBe(await count(sql`not is_active`));
    expect(await count(sql`is_active is null`)).toBeGreaterThan(0);
  });

  it('filters by the dates of the quotes, both days included', async () => {
    const [newest] = (await list()).items as [QuoteRow];
    const { items } = await list({ startDate: newest.quoteDate, endDate: newest.quoteDate });
    expect(items.map((row) => row.id)).toContain(newest.id);
    expect(items.every((row) => row.quoteDate === newest.quoteDate)).toBe(true);
  });

  it('finds by number and name', async () => {
    const [row] = (await list()).items as [QuoteRow];
    expect((await list({ search: row.quoteNumber })).items.map((each) => each.id)).toContain(row.id);
    expect((await list({ search: row.quoteName })).items.map((each) => each.id)).toContain(row.id);
  });
});

describe('one quote', () => {
  it('API-14 API-15 has its products and prices, also in the PDF', async () => {
    const [row] = (await list()).items as [QuoteRow];
    const { body } = await app.call(getQuote, { as: OWNER, params: params(row.id) });
    expect(body.quoteProducts.length).toBeGreaterThan(0);
    const { body: pdf } = await app.call(getQuotePdf, { as: OWNER, params: params(row.id) });
    const words = (await wordsOfPdf(Buffer.from(pdf.data, 'base64'))).toString();
    for (const product of body.quoteProducts) {
      expect(words).toContain(product.productNumber);
      expect(words).toContain(product.price.toFixed(2));
    }
  });
});
