import { MAIN_DATE_SORT, TICKET_SORT_KEYS } from '@yardage/contract/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '#server/database/database';
import { listInvoices } from '#server/features/invoices/invoices.queries';
import { listTickets } from '#server/features/tickets/tickets.queries';
import { customersOf } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { sql } from './drizzle.ts';
import { countKnownTexts, MAX_KNOWN_TEXTS, MAX_PREPARED_STATEMENTS, prepared } from './prepared-statements.ts';

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

describe('a statement', () => {
  it('has the same name for the same text, and its values beside it', () => {
    const find = (id: number, name: string | null) =>
      prepared(sql`select ${id} from ${sql.identifier('a "b"')} where name = ${name} or id = ${id}`);
    expect(find(1, 'one')).toEqual({ ...find(2, null), values: [1, 'one', 1] });
    expect(find(1, 'one').text).toBe('select $1 from "a ""b""" where name = $2 or id = $3');
    expect(prepared(sql`select ${1} from ${sql.identifier('b')}`).name).not.toBe(find(1, 'one').name);
  });
});

describe('a read', () => {
  const failure = (expression: ReturnType<typeof sql>) => test.database.read(actor, expression).catch((error: unknown) => error);

  it('cannot write', async () => {
    expect(await failure(sql`select nextval('orders_id_seq') as answer`)).toMatchObject({ code: '25006' });
  });

  it('leaves the connection usable if it fails, and as it was', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await failure(sql`select 1 / (${round} - ${round}::int) as answer`)).toMatchObject({ code: '22012' });
      expect(await failure(sql`select no_such_column as answer from orders`)).toMatchObject({ code: '42703' });
    }
    expect(await search('cedar')).toMatchObject({ totalCount: expect.any(Number) });
    const state = `select current_user = session_user as is_itself, coalesce(current_setting('yardage.customer_id', true), '') as customer,
      current_setting('transaction_read_only') as is_read_only, current_setting('plan_cache_mode') as planning`;
    const { rows } = await test.database.engine.pool.query(state);
    expect(rows).toEqual([{ is_itself: true, customer: '', is_read_only: 'off', planning: 'auto' }]);
  });

  it('is for its own customer, whatever the connection was used for before', async () => {
    const whose = sql`select json_build_array(current_user, yardage_customer_id()) as answer`;
    for (let round = 0; round < 3; round += 1) {
      expect(await test.database.read(actor, whose)).toEqual(['yardage_app', actor.customerId]);
      expect(await test.database.read('system', whose)).toEqual(['yardage_system', null]);
    }
  });
});

describe('prepared statements', () => {
  it('are kept for the latest texts only, on the server and in PostgreSQL', async () => {
    for (const sortBy of [MAIN_DATE_SORT, ...TICKET_SORT_KEYS])
      for (const words of [undefined, 'cedar'])
        for (const from of [undefined, '2020-01-01']) await listTickets(test.database, actor, page(words, sortBy), { ...zone, from });
    // And the one that makes the settings of every read.
    expect(await countPrepared()).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS + 1);
    for (let number = 0; number < 2 * MAX_KNOWN_TEXTS; number += 1) {
      prepared(sql.raw(`select ${number}`));
      expect(countKnownTexts()).toBeLessThanOrEqual(MAX_KNOWN_TEXTS);
    }
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
