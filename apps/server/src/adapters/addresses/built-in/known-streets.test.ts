import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { toStatement } from '#server/database/statement';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { builtInAddresses } from './built-in.addresses.ts';
import { knownStreetsQuery } from './known-streets.queries.ts';
import { rangesOf } from './street-words.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase('demo');
});
afterAll(() => test.close());

const write = (text: string, values: unknown[] = []) => test.database.transaction('system', ({ client }) => client.query(text, values));
const lines = async (text: string) =>
  (await builtInAddresses(test.database).search(text, 8)).map(({ address, city, zip }) => `${address}, ${city} ${zip}`);
const anOrder = () => test.database.read<number>('system', sql`select min(id) as answer from orders`);
const moveOrder = async (address: string, place: string) =>
  write('update orders set job_address1 = $2, job_address2 = $3 where id = $1', [await anOrder(), address, place]);

describe('known streets', () => {
  it('API-17 are those of all orders and plants, without house numbers', async () => {
    const missing = await test.database.read<string[]>(
      'system',
      sql`select coalesce(json_agg(place), '[]') as answer from (
        select regexp_replace(o.job_address1, '^[0-9]+[A-Za-z]? +', '') || ', ' || o.job_address2 as place from orders o where o.job_address2 ~ '^.+, [A-Z]{2} [0-9]{5}'
        union select regexp_replace(p.address_line1, '^[0-9]+[A-Za-z]? +', '') || ', ' || p.city || ', ' || s.abbreviation || ' ' || p.zip
          from plants p join states s on s.id = p.state_id
        except select address || ', ' || city || ', ' || state || ' ' || zip from known_streets) as places`,
    );
    expect(missing).toEqual([]);
    const numbered = await test.database.read<number>(
      'system',
      sql`select count(*) as answer from known_streets where address ~ '^[0-9]+[A-Za-z]? '`,
    );
    expect(Number(numbered)).toBe(0);
  });

  it('API-17 are found as soon as an order has them, by any words in any form', async () => {
    expect(await lines('quillfeather')).toEqual([]);
    await moveOrder("77B O'Quillfeather Mtn St. N", 'Soddy-Daisy, TN 37379');
    const found = "O'Quillfeather Mtn St. N, Soddy-Daisy 37379";
    for (const typed of [
      'oquillf',
      "O'QUILLFEATHER Mountain Street",
      'oquillfeather north soddy',
      'daisy oquill 373',
      'tn oquillfeather stre',
    ])
      expect(await lines(typed)).toContain(found);
    expect(await lines('12 oquillfeather')).toContain(`12 ${found}`);
    expect(await lines('oquillfeather nashville')).not.toContain(found);
    // Words with signs that mean something in SQL are text.
    expect(await lines("oquill%' or '1'='1")).toEqual([]);
  });

  it('API-17 are kept once when many orders of a street are stored at the same time', async () => {
    const place = ['9 Larkmeadow Ct', 'Ooltewah, TN 37363'];
    const copy = `insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, product_id, quantity_ordered, load_count, interval_minutes, job, job_address1, job_address2, alt_key)
      select customer_id, $1 || n, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, product_id, quantity_ordered, load_count, interval_minutes, job, n || ' Larkmeadow Ct', $2, $1 || n
      from orders, generate_series(1, 50) n where id = $3`;
    const id = await anOrder();
    await Promise.all(['LA', 'LB', 'LC'].map((prefix) => write(copy, [prefix, place[1], id])));
    const rows = await test.database.read<number>(
      'system',
      sql`select count(*) as answer from known_streets where address = 'Larkmeadow Ct'`,
    );
    expect(Number(rows)).toBe(1);
  });

  it('API-17 are read by the index of their words', async () => {
    const plan = await test.database.transaction('system', async ({ client }) => {
      await client.query('set local enable_seqscan = off');
      const { text, values } = toStatement(knownStreetsQuery(rangesOf('main st chattanooga')));
      const { rows } = await client.query(`explain ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan.match(/Index Only Scan using known_street_words_pkey/g)).toHaveLength(2);
    expect(plan).toMatch(/Index Cond: \(\(word >= typed(_\d)?\.low\) AND \(word < typed(_\d)?\.high\)\)/);
    expect(plan).not.toMatch(/Seq Scan|on orders/);
  });
});
