import { MAIN_DATE_SORT, TICKET_SORT_KEYS } from '@yardage/contract/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '#server/database/database';
import { listInvoices } from '#server/features/invoices/invoices.queries';
import { listTickets } from '#server/features/tickets/tickets.queries';
import { customersOf } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { sql } from './drizzle.ts';
import { countKnownTexts, knownText, MAX_KNOWN_TEXTS, MAX_PREPARED_STATEMENTS } from './prepared-statements.ts';

const zone = { timeZone: 'America/New_York', orderType: undefined };
let test: TestDatabase;
let actor: Member;

beforeAll(async () => {
  test = await openTestDatabase('demo');
  const [customer] = await customersOf(test.database, 'owner@example.com');
  actor = { customerId: customer?.customerId ?? 0, userId: 1 };
});
afterAll(() => test.close());

const page = (search: string | undefined, sortBy: string = MAIN_DATE_SORT) => ({
  pageIndex: 1,
  pageSize: 10,
  sortBy,
  sortDesc: true,
  search,
});
const search = async (words: string) => JSON.parse(await listTickets(test.database, actor, page(words), zone)) as { totalCount: number };

/** Returns how many statements the connection that runs this query has prepared. */
async function countPrepared(): Promise<number> {
  const count = await test.database.read('system', sql`select count(*) as answer from pg_prepared_statements`);
  return Number(count);
}

describe('searches', () => {
  it('TBL-01 of any number and kind of words are one statement', async () => {
    await search('cedar');
    await countPrepared();
    const [prepared, texts] = [await countPrepared(), countKnownTexts()];
    for (let count = 1; count <= 12; count += 1) {
      for (const kind of ['word', '37401', '100%']) await search(Array.from({ length: count }, (_, place) => `${kind}${place}`).join(' '));
    }
    expect(countKnownTexts()).toBe(texts);
    // Each connection of the pool may have prepared it once.
    expect(await countPrepared()).toBeLessThanOrEqual(prepared + 1);
  });

  it('TBL-01 find rows that hold every word, in any of their text columns', async () => {
    const found = await test.database.read<{ words: string[]; id: number }>(
      'system',
      sql`select json_build_object('id', t.id, 'words', array[t.ticket_number, tr.number, o.order_number, split_part(o.job, ' ', 1), i.document_number]) as answer
        from tickets t join orders o on o.id = t.order_id join trucks tr on tr.id = t.truck_id join invoices i on i.id = t.invoice_id
        where t.customer_id = ${actor.customerId} order by t.id limit 1`,
    );
    const words = found?.words ?? [];
    for (let count = 1; count <= words.length; count += 1) {
      const asked = words.slice(0, count).map((word) => word.toLowerCase());
      expect((await search(asked.join(' '))).totalCount, asked.join(' ')).toBe(1);
      for (let place = 0; place < count; place += 1) {
        const wrong = asked.with(place, 'no-such-word').join(' ');
        expect((await search(wrong)).totalCount, wrong).toBe(0);
      }
    }
  });
});

describe('prepared statements', () => {
  it('are kept for the latest texts only, on the server and in PostgreSQL', async () => {
    for (const sortBy of [MAIN_DATE_SORT, ...TICKET_SORT_KEYS])
      for (const words of [undefined, 'cedar'])
        for (const from of [undefined, '2020-01-01']) await listTickets(test.database, actor, page(words, sortBy), { ...zone, from });
    // The counting statement itself is included until it ends.
    expect(await countPrepared()).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS + 1);
    for (let number = 0; number < 2 * MAX_KNOWN_TEXTS; number += 1) knownText(`select ${number}`);
    expect(countKnownTexts()).toBe(MAX_KNOWN_TEXTS);
    // A statement that was evicted is prepared again when it is needed.
    await expect(search('cedar')).resolves.toBeDefined();
    await expect(
      listInvoices(test.database, actor, {
        visibility: { today: '2026-01-01', withStatus: true, withHistory: true },
        request: page('cedar'),
        filter: { paymentResult: undefined },
      }),
    ).resolves.toBeDefined();
  });
});
