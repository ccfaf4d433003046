import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';

const OWNER = 'owner@example.com';
let world: AlertWorld;

beforeAll(async () => {
  world = await openAlertWorld(OWNER);
});
afterAll(() => world?.app.close());
beforeEach(async () => {
  await world.clear();
  await world.follow(OWNER, ['last-load']);
});

const ask = <T>(statement: ReturnType<typeof sql>) => world.ask<T>(statement);
const run = (text: string, values: unknown[] = []) => world.run(text, values);
/** Loads leave one after another, also if the clock is set back in between. */
const leaves = (id: number) =>
  run(
    `update tickets set leave_plant_at = greatest(now(),
       (select max(other.leave_plant_at) from tickets other where other.order_id = tickets.order_id) + interval '1 second')
     where id = $1`,
    [id],
  );
const lastLoads = async () => Number(await ask(sql`select count(*) as answer from alert_events where type = 'last-load'`));

/** Gives one order, planned as `planned` loads of `ordered` in all, loads of these quantities that have not left the plant. Returns their tickets. */
async function orderOf(ordered: number, planned: number, quantities: readonly number[]): Promise<{ orderId: number; tickets: number[] }> {
  const found = sql`select id from tickets where customer_id = ${world.own.customerId} and not is_cancelled and truck_id is not null
    and not exists (select from ticket_sign_offs s where s.ticket_id = tickets.id) order by id desc limit ${quantities.length}`;
  const tickets = (await ask<number[]>(sql`select json_agg(id) as answer from (${found}) as t`)) ?? [];
  const orderId = Number(await ask(sql`select order_id as answer from tickets where id = ${tickets[0]}`));
  await run('update tickets set is_cancelled = true where order_id = $1', [orderId]);
  await run(
    `update tickets set order_id = $1, is_cancelled = false, quantity = load.quantity, leave_plant_at = null, arrived_at = null
     from unnest($2::bigint[], $3::numeric[]) as load (id, quantity) where tickets.id = load.id`,
    [orderId, tickets, quantities],
  );
  await run('update orders set load_count = $2, quantity_ordered = $3 where id = $1', [orderId, planned, ordered]);
  await run('delete from alert_events');
  return { orderId, tickets };
}

/** Lets the loads leave one by one. Returns how many alerts about the last load there are after each. */
async function toldAfterEach(tickets: readonly number[]): Promise<number[]> {
  const told: number[] = [];
  for (const id of tickets) {
    await leaves(id);
    told.push(await lastLoads());
  }
  return told;
}

const reject = (ticketId: number | undefined) =>
  run(
    `insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
     select customer_id, id, gen_random_uuid(), true, 'slump', 'Foreman', (select min(id) from users), 'Foreman', now() from tickets where id = $1`,
    [ticketId],
  );

describe('the alert about the last load', () => {
  it('ALR-01 is not early while the number of loads is not known', async () => {
    const { tickets } = await orderOf(20, 0, [10, 10]);
    expect(await toldAfterEach(tickets)).toEqual([0, 1]);
  });

  it('ALR-01 is not early if loads are smaller than planned, and comes when the load leaves that brings the rest', async () => {
    const { tickets } = await orderOf(30, 3, [8.5, 8.5, 8.5, 4.5]);
    expect(await toldAfterEach(tickets)).toEqual([0, 0, 0, 1]);
  });

  it('ALR-01 comes with the last planned load if less than half a load is missing, and again if the missing part is delivered, too', async () => {
    const { tickets } = await orderOf(30, 3, [9.5, 9.5, 9.5, 1.5]);
    expect(await toldAfterEach(tickets)).toEqual([0, 0, 1, 2]);
  });

  it('ALR-01 POUR-01 does not count rejected loads, and comes once for a load', async () => {
    const { orderId, tickets } = await orderOf(20, 2, [10, 10, 10]);
    const [rejected = 0, , last = 0] = tickets;
    await leaves(rejected);
    await reject(rejected);
    expect(await toldAfterEach([...tickets.slice(1), last])).toEqual([0, 1, 1]);
    // A changed quantity alone does not raise the alert again.
    await run('update orders set quantity_ordered = 18 where id = $1', [orderId]);
    await run('update tickets set leave_plant_at = null where id = $1', [last]);
    expect(await toldAfterEach([last])).toEqual([1]);
  });

  it('ALR-01 comes again for what was ordered in addition, or comes instead of a load that was rejected or cancelled', async () => {
    const { orderId, tickets } = await orderOf(20, 2, [10, 10, 10, 10, 10]);
    expect(await toldAfterEach(tickets.slice(0, 2))).toEqual([0, 1]);
    await run('update orders set load_count = 3, quantity_ordered = 30 where id = $1', [orderId]);
    expect(await toldAfterEach(tickets.slice(2, 3))).toEqual([2]);
    await reject(tickets[2]);
    expect(await toldAfterEach(tickets.slice(3, 4))).toEqual([3]);
    await run('update tickets set is_cancelled = true where id = $1', [tickets[3]]);
    expect(await toldAfterEach(tickets.slice(4))).toEqual([4]);
  });
});
