import { listDeskRequests } from '@yardage/contract/desk-requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { callAs } from '../clerk/clerk.ts';
import { type OpenOrder, printTicket } from './dispatch.queries.ts';
import { Foremen } from './foremen.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

const read = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);

describe("the demo's dispatch", () => {
  it('REQ-05 gets requests through the API, with their events and audit entries, until four wait', async () => {
    await app.database.transaction('system', ({ client }) => client.query("update order_requests set state = 'withdrawn'"));
    const startAgain = () =>
      new Foremen(
        app.database,
        callAs(app.http, app.config.subscriptionKey, (email) => app.token(email)),
      );
    const told = () =>
      read<number[]>(sql`select json_build_array((select count(*) from events where type = 'order.requested'),
        (select count(*) from audit_log where action = 'order-requests.pour')) as answer`);
    const before = await told();
    for (const _ of [1, 2, 3]) await startAgain().round(new Date());
    const { items } = (await app.call(listDeskRequests, { as: 'dispatcher@example.com', query: { state: 'open' } })).body;
    expect(items).toHaveLength(4);
    expect(new Set(items.map(({ globalCustomerNumber }: { globalCustomerNumber: string }) => globalCustomerNumber)).size).toBeGreaterThan(
      1,
    );
    expect(await told()).toEqual(before?.map((count) => count + 4));
  });

  it('REQ-01 charges no hauling for what is picked up', async () => {
    const order = await read<OpenOrder>(
      sql`select json_build_object('orderId', o.id, 'customerId', o.customer_id) as answer
        from orders o join tickets t on t.order_id = o.id join ticket_products line on line.ticket_id = t.id
          join products p on p.id = line.product_id where p.number = 'HAUL' order by t.id desc limit 1`,
    );
    const charges = async (isPickedUp: boolean) => {
      const ticketNumber = isPickedUp ? '99100001' : '99100002';
      const now = Date.now();
      const load = { ticketedAt: now, dueAt: now, loadNumber: 99, quantity: 20, truck: undefined, notes: null };
      await app.database.transaction('system', ({ client }) =>
        printTicket(client, { ...load, order: { ...(order as OpenOrder), isPickedUp }, ticketNumber }),
      );
      return read<string[]>(sql`select json_agg(p.number order by line.line_number) as answer from tickets t
        join ticket_products line on line.ticket_id = t.id join products p on p.id = line.product_id where t.ticket_number = ${ticketNumber}`);
    };
    const delivered = await charges(false);
    expect(delivered).toContain('HAUL');
    expect(await charges(true)).toEqual(delivered?.filter((number) => number !== 'HAUL'));
  });
});
