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

  it('API-15 QUO-03 says in its PDF that it expired, and has lines to accept it on only while it can be accepted', async () => {
    const [row] = (await list({ status: 'Active' })).items as [QuoteRow];
    const wordsAt = async (end: string | null, isActive = true) => {
      await app.database.transaction('system', ({ client }) =>
        client.query(
          `update quotes q set is_active = $3, start_date = current_date - 900, termination_date = (now() at time zone d.time_zone)::date + $2::int
           from customers c join data_sources d on d.id = c.data_source_id where c.id = q.customer_id and q.id = $1`,
          [row.id, end, isActive],
        ),
      );
      const { body: pdf } = await app.call(getQuotePdf, { as: OWNER, params: params(row.id) });
      return wordsOfPdf(Buffer.from(pdf.data, 'base64')).split('\n');
    };
    const expired = await wordsAt('-1');
    expect(expired).toContain('Expired');
    expect(expired).not.toContain('Active');
    expect(expired).not.toContain('Accepted by');
    for (const end of ['0', null]) expect(await wordsAt(end)).toEqual(expect.arrayContaining(['Active', 'Accepted by']));
    const inactive = await wordsAt(null, false);
    expect(inactive).toContain('Inactive');
    expect(inactive).not.toContain('Accepted by');
  });
});
