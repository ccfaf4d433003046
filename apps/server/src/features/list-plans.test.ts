import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, Database, type Member } from '#server/database/database';
import type { SQL } from '#server/database/drizzle';
import { toStatement } from '#server/database/statement';
import { listAudit } from '#server/features/desk/desk-audit.queries';
import { listMails } from '#server/features/desk/desk-mails.queries';
import { listDeskDisputes } from '#server/features/disputes/disputes.queries';
import { listInvoices } from '#server/features/invoices/invoices.queries';
import { listRequests } from '#server/features/order-requests/order-requests.queries';
import { listOrders } from '#server/features/orders/orders.queries';
import { listCartHistory } from '#server/features/payments/payments.queries';
import { listQuotes } from '#server/features/quotes/quotes.queries';
import { listSupportRequests } from '#server/features/support/support.queries';
import { listTickets } from '#server/features/tickets/tickets.queries';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';

/** Records the query plan instead of reading. Plans whose cost grows with the table are disabled, and only used if there is no other. */
class PlanningDatabase extends Database {
  plan = '';

  override async read<T>(actor: Actor, expression: SQL): Promise<T | undefined> {
    const { text, values } = toStatement(expression);
    await this.transaction(actor, async ({ client }) => {
      for (const way of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan', 'hashjoin', 'mergejoin'])
        await client.query(`set local enable_${way} = off`);
      const { rows } = await client.query(`explain ${text}`, values);
      this.plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    return undefined;
  }
}

const actor: Member = { customerId: 1, userId: 1 };
const newest: PageRequest = { pageIndex: 1, pageSize: 10, sortBy: MAIN_DATE_SORT, sortDesc: true, search: undefined };
const zone = { timeZone: 'America/New_York' };
const LISTS: readonly [name: string, table: string, list: (database: Database) => Promise<unknown>][] = [
  ['orders', 'orders', (database) => listOrders(database, actor, newest, zone)],
  ['tickets', 'tickets', (database) => listTickets(database, actor, newest, { ...zone, orderType: undefined })],
  ['quotes', 'quotes', (database) => listQuotes(database, actor, newest, { isActive: undefined })],
  [
    'invoices',
    'invoices',
    (database) =>
      listInvoices(database, actor, {
        visibility: { today: '2026-01-01', withStatus: true, withHistory: true },
        request: newest,
        filter: { paymentResult: undefined },
      }),
  ],
  ['payments', 'payments', (database) => listCartHistory(database, actor, newest, { ...zone, paymentResult: undefined })],
  ['the audit log', 'audit_log', (database) => listAudit(database, newest, { timeZone: 'UTC', from: '2026-01-01', to: '2026-01-31' })],
  ['the mails at the desk', 'outgoing_mails', (database) => listMails(database, newest, 'failed')],
  ['requests', 'order_requests', (database) => listRequests(database, actor, newest)],
  ['disputes at the desk', 'disputes', (database) => listDeskDisputes(database, newest, { view: 'to-answer', reason: '' })],
  ['support requests', 'support_tickets', (database) => listSupportRequests(database, actor, newest, { days: zone, status: undefined })],
];

describe('the newest page of a list', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase('demo');
  });
  afterAll(() => test.close());

  it.each(LISTS)('of %s is read from an index in its order, and counted by an index alone', async (_name, table, list) => {
    const database = new PlanningDatabase(test.database.engine);
    await list(database);
    expect(database.plan).toMatch(new RegExp(`Index Scan Backward using \\w+ on ${table} `));
    expect(database.plan).toMatch(new RegExp(`Index Only Scan using \\w+ on ${table} `));
    expect(database.plan).not.toMatch(new RegExp(`Seq Scan on ${table} `));
  });

  it('of orders sums its tickets from an index alone, without those that were rejected', async () => {
    const database = new PlanningDatabase(test.database.engine);
    await listOrders(database, actor, newest, zone);
    expect(database.plan).toMatch(/Index Only Scan using tickets_sums_index on tickets t/);
    expect(database.plan).not.toMatch(/Index Scan using \w+ on tickets t\b/);
  });

  it("of searched tickets is read from the list's index alone, in its order", async () => {
    const database = new PlanningDatabase(test.database.engine);
    await listTickets(database, actor, { ...newest, search: 'cedar' }, { ...zone, orderType: undefined });
    expect(database.plan).toMatch(
      /Aggregate.*\n\s+-> {2}Limit.*\n(?:.*\n){0,2}\s+-> {2}Index Only Scan Backward using tickets_list_index on tickets t /,
    );
  });
});
