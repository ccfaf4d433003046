import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

it('TRK-06 TRK-17 a truck is followed with its own load again after another ticket had named it by mistake', async () => {
  const query = async (text: string, values: unknown[] = []) =>
    (await app.database.transaction('system', ({ client }) => client.query(text, values))).rows as Record<string, string>[];
  const [truck] = await query(
    `select p.truck_id, p.ticket_id, t.order_id from truck_positions p join tickets t on t.id = p.ticket_id and t.status_id = 3 limit 1`,
  );
  const carried = async () => (await query('select ticket_id from truck_positions where truck_id = $1', [truck?.truck_id]))[0]?.ticket_id;
  const [mistaken] = await query(
    `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
     select customer_id, id, 'M' || $2::text, 3, now(), plant_id, $2::bigint, 99, 10, 0, 'm' from orders where id = $1 returning id`,
    [truck?.order_id, truck?.truck_id],
  );
  expect(await carried()).toBe(mistaken?.id);
  const idle = '(select min(id) from trucks where id not in (select truck_id from truck_positions))';
  await query(`update tickets set truck_id = ${idle} where id = $1`, [mistaken?.id]);
  expect(await carried()).toBe(truck?.ticket_id);
});
