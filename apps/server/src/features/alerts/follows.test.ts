import { type AlertFollow, changeFollow, followDelivery, listAlertFollows, unfollow } from '@yardage/contract/alerts';
import { DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';
import type { AlertEngine } from './alert-engine.ts';

const OWNER = 'owner@example.com';
const FIELD = 'field@example.com';
const MANAGER = 'manager@example.com';
let world: AlertWorld;
let engine: AlertEngine;

beforeAll(async () => {
  world = await openAlertWorld(OWNER);
  engine = world.openEngine();
});
afterAll(() => world?.app.close());
beforeEach(() => world.clear());

const followOrder = (as: string, orderId: number, subject: 'order' | 'job', types: readonly string[] = DELIVERY_ALERTS) =>
  world.app.call(followDelivery, { as, params: { ...world.params, orderId }, body: { subject, types } });
const typesIn = async (as: string): Promise<string[]> =>
  (await world.inboxOf(as)).items.map(({ type }: { type: string }) => type).reverse();

describe('following an order or a job', () => {
  it('ALR-01 the events of an order or a job can be chosen one by one, also where all that is followed is listed', async () => {
    const { orderId, ticketId } = await world.orderToDeliver();
    await followOrder(OWNER, orderId, 'order');
    const change = (as: string, followId: number, types: readonly string[]) =>
      world.app.call(changeFollow, { as, params: { ...world.params, followId }, body: { types } });
    const [{ id }] = (await world.app.call(listAlertFollows, { as: OWNER, params: world.params })).body;
    expect((await change(OWNER, id, ['arrived'])).body).toMatchObject([{ id, orderId, types: ['arrived'] }]);
    expect((await change(FIELD, id, ['truck-left'])).status).toBe(404);
    await world.run('update tickets set status_id = 4, leave_plant_at = now(), arrived_at = now() where id = $1', [ticketId]);
    await engine.round();
    expect(await typesIn(OWNER)).toEqual(['arrived']);
    expect((await change(OWNER, id, [])).body).toEqual([]);
    await world.follow(OWNER, ['statement-ready']);
    const [account] = (await world.app.call(listAlertFollows, { as: OWNER, params: world.params })).body;
    expect((await change(OWNER, account.id, ['arrived'])).status).toBe(404);
    expect((await change(OWNER, account.id, [])).status).toBe(404);
  });

  it('ALR-01 is ended by its user only, for an order as for the account', async () => {
    const { orderId, ticketId } = await world.orderToDeliver();
    await followOrder(OWNER, orderId, 'order');
    await world.follow(OWNER, ['arrived']);
    const end = (as: string, followId: number) => world.app.call(unfollow, { as, params: { ...world.params, followId } });
    const follows = (await world.app.call(listAlertFollows, { as: OWNER, params: world.params })).body as { id: number }[];
    const [order, account] = follows.map(({ id }) => id) as [number, number];
    expect((await end(FIELD, order)).status).toBe(404);
    expect((await end(OWNER, order)).body).toMatchObject([{ id: account }]);
    expect((await end(OWNER, account)).body).toEqual([]);
    expect((await end(OWNER, account)).status).toBe(404);
    await world.run('update tickets set status_id = 4, leave_plant_at = now(), arrived_at = now() where id = $1', [ticketId]);
    await engine.round();
    expect(await typesIn(OWNER)).toEqual([]);
  });

  it('ALR-01 a followed job is identified by its number, otherwise by name and address; an older follow covers all jobs with the name', async () => {
    const { orderId, ticketId } = await world.orderToDeliver();
    const other = Number(
      await world.ask(sql`select max(id) as answer from orders where customer_id = ${world.own.customerId} and id <> ${orderId}`),
    );
    const place = (id: number, number: string | null, street: string) =>
      world.run(
        "update orders set job = 'Slab', job_number = $2, job_address1 = $3, job_address2 = null, ship_date = current_date where id = $1",
        [id, number, street],
      );
    await place(orderId, null, '1 Alder St');
    await place(other, null, '2 Birch St');
    await followOrder(OWNER, other, 'job');
    await world.run(
      "insert into alert_follows (customer_id, user_id, job, types) select $1, id, 'Slab', '{arrived}' from users where email = $2",
      [world.own.customerId, MANAGER],
    );
    await world.run('update tickets set status_id = 4, leave_plant_at = now(), arrived_at = now() where id = $1', [ticketId]);
    await engine.round();
    expect([await typesIn(OWNER), await typesIn(MANAGER)]).toEqual([[], ['arrived']]);
    await world.run("update orders set starts_at = starts_at + interval '1 hour' where id = any ($1)", [[orderId, other]]);
    await engine.round();
    expect((await world.inboxOf(OWNER)).items.map(({ facts }: { facts: { orderId: number } }) => facts.orderId)).toEqual([other]);
    // Choosing one of the jobs replaces the older follow of all of them.
    await followOrder(MANAGER, other, 'job', ['arrived']);
    const list = (await world.app.call(listAlertFollows, { as: MANAGER, params: world.params })).body;
    expect(list).toMatchObject([{ job: 'Slab', jobNumber: null, jobAddress: '2 Birch St', types: ['arrived'] }]);
    await followOrder(MANAGER, orderId, 'job', ['arrived']);
    expect((await world.app.call(listAlertFollows, { as: MANAGER, params: world.params })).body).toHaveLength(2);
    await followOrder(MANAGER, other, 'job', []);
    expect((await world.app.call(listAlertFollows, { as: MANAGER, params: world.params })).body).toMatchObject([
      { jobAddress: '1 Alder St' },
    ]);
    // A number makes it the same job at another address.
    await place(orderId, '77', '1 Alder St');
    await place(other, '77', '2 Birch St');
    await followOrder(FIELD, other, 'job', ['order-changed']);
    await world.run("update orders set starts_at = starts_at + interval '1 hour' where id = $1", [orderId]);
    await engine.round();
    expect(await typesIn(FIELD)).toEqual(['order-changed']);
  });

  it('ALR-01 a job stays followed when its address is corrected, which raises an alert, or when it gets a number', async () => {
    const { orderId, ticketId } = await world.orderToDeliver();
    const change = (columns: string) => world.run(`update orders set ${columns}, ship_date = current_date where id = $1`, [orderId]);
    await change("job = 'Pier', job_number = null, job_address1 = '1 Alder St', job_address2 = null");
    await followOrder(OWNER, orderId, 'job');
    await change("job_address1 = '11 Alder St'");
    await engine.round();
    expect((await world.inboxOf(OWNER)).items).toMatchObject([{ type: 'order-changed', facts: { changes: ['place'] } }]);
    await change("job_number = '4711'");
    await world.run('update tickets set status_id = 4, leave_plant_at = now(), arrived_at = now() where id = $1', [ticketId]);
    await engine.round();
    expect(await typesIn(OWNER)).toEqual(['order-changed', 'truck-left', 'arrived']);
    expect((await world.app.call(listAlertFollows, { as: OWNER, params: world.params })).body).toMatchObject([
      { job: 'Pier', jobNumber: '4711', jobAddress: '11 Alder St' },
    ]);
  });

  it('ALR-01 two followed jobs that get the same number at once become one, with the events of both', async () => {
    const { orderId } = await world.orderToDeliver();
    const other = Number(
      await world.ask(sql`select max(id) as answer from orders where customer_id = ${world.own.customerId} and id <> ${orderId}`),
    );
    const orders = [orderId, other];
    await world.run(
      `update orders set job = 'Pier', job_number = null, job_address1 = id || ' Alder St', job_address2 = null, starts_at = now(), ship_date = current_date
       where id = any ($1)`,
      [orders],
    );
    for (const as of [OWNER, MANAGER]) await followOrder(as, orderId, 'job', ['truck-left']);
    await followOrder(OWNER, other, 'job', ['order-changed']);
    await world.run("update orders set job_number = '4712', starts_at = starts_at + interval '1 hour' where id = any ($1)", [orders]);
    const followsOf = async (as: string) => (await world.app.call(listAlertFollows, { as, params: world.params })).body;
    const numbered = (await followsOf(OWNER)).filter(({ jobNumber }: { jobNumber: string | null }) => jobNumber === '4712');
    expect(numbered.map(({ types }: { types: string[] }) => types.toSorted())).toEqual([['order-changed', 'truck-left']]);
    expect(await followsOf(MANAGER)).toMatchObject([{ jobNumber: '4712', types: ['truck-left'] }]);
    await engine.round();
    expect(await typesIn(OWNER)).toEqual(['order-changed', 'order-changed']);
    expect(await typesIn(MANAGER)).toEqual([]);
  });

  it('ALR-01 a followed job that becomes the same as another followed job adds its events to it', async () => {
    const { orderId } = await world.orderToDeliver();
    const other = Number(
      await world.ask(sql`select max(id) as answer from orders where customer_id = ${world.own.customerId} and id <> ${orderId}`),
    );
    await world.run(
      `update orders set job = 'Pier', job_number = null, job_address1 = id || ' Alder St', job_address2 = null, starts_at = now(), ship_date = current_date
       where id = any ($1)`,
      [[orderId, other]],
    );
    await followOrder(OWNER, orderId, 'job', ['truck-left']);
    await followOrder(OWNER, other, 'job', ['order-changed']);
    for (const id of [orderId, other]) await world.run("update orders set job_number = '4713' where id = $1", [id]);
    const follows = (await world.app.call(listAlertFollows, { as: OWNER, params: world.params })).body as AlertFollow[];
    const numbered = follows.filter(({ jobNumber }) => jobNumber === '4713');
    expect(numbered.map(({ jobAddress, types }) => [jobAddress, types.toSorted()])).toEqual([
      [`${orderId} Alder St`, ['order-changed', 'truck-left']],
    ]);
    await world.run("update orders set starts_at = starts_at + interval '1 hour' where id = $1", [other]);
    await engine.round();
    expect(await typesIn(OWNER)).toEqual(['order-changed']);
  });
});
