import type { Endpoint } from '@yardage/contract/endpoint';
import { listInvoices } from '@yardage/contract/invoices';
import { listMembers } from '@yardage/contract/members';
import { listOrders } from '@yardage/contract/orders';
import { listQuotes } from '@yardage/contract/quotes';
import { listTickets } from '@yardage/contract/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let first: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  // The tests read all pages of the second account, which has fewer rows.
  [first, own] = (await customersOf(app.database, OWNER)) as [TestCustomer, TestCustomer];
});
afterAll(() => app?.close());

type Row = Record<string, unknown>;

/** Returns all rows in the order of a column, page by page. */
async function sorted(endpoint: Endpoint, sortBy: string, sortDesc = false, search = '', account = own): Promise<Row[]> {
  const { globalCustomerNumber, customerNumber, datasourceId } = account;
  // The members' path has no customer.
  const ofCustomer = endpoint.id === listMembers.id ? { globalCustomerNumber, customerNumber, datasourceId } : {};
  const rows: Row[] = [];
  for (let pageIndex = 1; ; pageIndex++) {
    const query = { sortBy, sortDesc, pageIndex, pageSize: 100, ...(search && { search }) };
    const { body } = await app.call(endpoint, { as: OWNER, params: { globalCustomerNumber }, query: { ...query, ...ofCustomer } });
    const page = body as { items: Row[]; hasNextPage: boolean };
    rows.push(...page.items);
    if (!page.hasNextPage) return rows;
  }
}

/** Writes texts into a column of the customer's newest rows. */
async function give(table: string, column: string, texts: readonly string[]): Promise<void> {
  for (const [place, text] of texts.entries()) {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `update ${table} set ${column} = $1 where id = (select id from ${table} where customer_id = $2 order by id desc offset $3 limit 1)`,
        [text, own.customerId, place],
      ),
    );
  }
}

describe('the order of a list', () => {
  it.each([
    [
      'orders by number',
      listOrders,
      'orders',
      'order_number',
      'orderNumber',
      ['999999', '1000000', 'A-10', 'A-9', '8'],
      ['8', '999999', '1000000', 'A-9', 'A-10'],
    ],
    ['tickets by number', listTickets, 'tickets', 'ticket_number', 'ticketNumber', ['Z-99', 'Z-100', 'Z-7'], ['Z-7', 'Z-99', 'Z-100']],
    [
      'invoices by number',
      listInvoices,
      'invoices',
      'document_number',
      'documentNumber',
      ['9999999', '10000000', '7'],
      ['7', '9999999', '10000000'],
    ],
    [
      'quotes by number',
      listQuotes,
      'quotes',
      'quote_number',
      'quoteNumber',
      ['Q-999999', 'Q-1000000', '7'],
      ['7', 'Q-999999', 'Q-1000000'],
    ],
    [
      'orders by purchase order',
      listOrders,
      'orders',
      'po_number',
      'poNumber',
      ['2026-10', '2026-9', 'po 7'],
      ['2026-9', '2026-10', 'po 7'],
    ],
    [
      ...(['orders by job', listOrders, 'orders', 'job', 'job'] as const),
      ['zz beta', 'ZZ Zulu', 'zz alamo', 'zz Alamo 10', 'ZZ alamo 9'],
      ['zz alamo', 'ZZ alamo 9', 'zz Alamo 10', 'zz beta', 'ZZ Zulu'],
    ],
    [
      'quotes by name',
      listQuotes,
      'quotes',
      'quote_name',
      'quoteName',
      ['zz beta', 'ZZ Zulu', 'zz alpha'],
      ['zz alpha', 'zz beta', 'ZZ Zulu'],
    ],
  ] as const)(
    'TBL-01 TBL-15 of %s is natural: numbers by value and no regard to case, in both directions and over all pages',
    async (_name, endpoint, table, column, field, given, expected) => {
      await give(table, column, given);
      const written = new Set<unknown>(given);
      const textsOf = (rows: Row[]) => rows.map((row) => row[field]).filter((text) => written.has(text));
      expect(textsOf(await sorted(endpoint, field))).toEqual(expected);
      expect(textsOf(await sorted(endpoint, field, true))).toEqual(expected.toReversed());
    },
  );

  it('TBL-01 of search results is natural, too', async () => {
    await give('orders', 'job', ['Quay 10', 'quay 9']);
    expect((await sorted(listOrders, 'job', false, 'quay')).map(({ job }) => job)).toEqual(['quay 9', 'Quay 10']);
  });

  it('TBL-01 TKT-01 of tickets by status puts the cancelled ones together, at the end', async () => {
    const order = await app.database.read<string>(
      'system',
      sql`select o.order_number as answer from orders o join tickets t on t.order_id = o.id where o.customer_id = ${own.customerId}
          group by o.id order by count(distinct t.status_id) desc, count(*) desc limit 1`,
    );
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `update tickets set is_cancelled = true where id in (
           select min(t.id) from tickets t join orders o on o.id = t.order_id where o.customer_id = $1 and o.order_number = $2 group by t.status_id)`,
        [own.customerId, order],
      ),
    );
    const rows = await sorted(listTickets, 'statusId', false, order ?? '');
    const firstCancelled = rows.findIndex(({ isCancelled }) => isCancelled);
    expect(rows.slice(firstCancelled).every(({ isCancelled }) => isCancelled)).toBe(true);
    expect(rows.length - firstCancelled).toBeGreaterThan(1);
    const statuses = rows.slice(0, firstCancelled).map(({ statusId }) => Number(statusId));
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  });

  it('TBL-01 USR-01 USR-14 of members by status puts the disabled ones together', async () => {
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `update members set is_enabled = false where customer_id = $1 and status_id = 2 and id not in (
           select m.id from members m join users u on u.id = m.user_id where u.email = $2)
         and id in (select id from members where customer_id = $1 and status_id = 2 order by requested_at, id offset 1 limit 2)`,
        [first.customerId, OWNER],
      ),
    );
    const states = (await sorted(listMembers, 'statusName', false, '', first)).map(({ statusId, isEnabled }) => `${statusId} ${isEnabled}`);
    expect(states.filter((state) => state === '2 false')).not.toHaveLength(0);
    expect(states.filter((state, place) => state !== states[place - 1])).toHaveLength(new Set(states).size);
  });
});
