import { getToday } from '@yardage/contract/dashboard';
import type { Endpoint } from '@yardage/contract/endpoint';
import { getOrder } from '@yardage/contract/orders';
import { listTickets } from '@yardage/contract/tickets';
import {
  type ActiveTruck,
  type BoardUpdate,
  getEta,
  getRoute,
  getTruck,
  listActiveTrucks,
  listPositions,
  type RouteAnswer,
  type TruckEta,
} from '@yardage/contract/truck-tracking';
import { distanceMeters } from '@yardage/domain/geo';
import { estimateRoute } from '@yardage/domain/road-estimate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RouteQuestion, RoutingPort } from '#server/adapters/routing/port';
import { type SQL, sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { EtaRefresher } from './eta-refresher.service.ts';

const OWNER = 'owner@example.com';
const asked: RouteQuestion[] = [];
let isRouterDown = false;
let holdUp: (question: RouteQuestion) => Promise<void> | undefined = () => undefined;
/** A router that records its calls, can be slow and can be down. */
const routing: RoutingPort = {
  async route(question) {
    asked.push(question);
    await holdUp(question);
    if (isRouterDown) throw new Error('the router is down');
    return estimateRoute(question.from, question.to);
  },
};

let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ routing });
  const customers = await Promise.all([OWNER, 'other@example.com'].map((email) => customersOf(app.database, email)));
  [[own], [foreign]] = customers as [[TestCustomer], [TestCustomer]];
});
afterAll(() => app?.close().finally(() => vi.restoreAllMocks()));

const call = (endpoint: Endpoint, { as = OWNER, of = own, params = {}, query = {} } = {}) => {
  const scope = endpoint.params ? {} : { customerNumber: of.customerNumber, datasourceId: of.datasourceId };
  return app.call(endpoint, { as, params: { globalCustomerNumber: of.globalCustomerNumber, ...params }, query: { ...scope, ...query } });
};
const board = async (of = own, as = OWNER) => (await call(listActiveTrucks, { of, as })).body as ActiveTruck[];
const write = (statement: string, values: unknown[] = []) =>
  app.database.transaction('system', ({ client }) => client.query(statement, values));
const read = <T>(statement: SQL) => app.database.read<T>('system', statement);
const realTime = performance.now.bind(performance);
let skippedMs = 0;
/** Makes all ETAs five minutes older and skips the interval of the ETA desk. */
const letEtasAge = async () => {
  await write("update truck_etas set asked_at = asked_at - interval '5 minutes'");
  skippedMs += 6_000;
  vi.spyOn(performance, 'now').mockImplementation(() => realTime() + skippedMs);
};
/** Returns the truck that is farthest from its job. */
const onTheWay = (trucks: readonly ActiveTruck[]) => {
  const wayLeft = ({ position, jobLat, jobLong }: ActiveTruck) =>
    position && jobLat !== null && jobLong !== null ? distanceMeters(position, { latitude: jobLat, longitude: jobLong }) : 0;
  const [truck] = trucks.filter(({ ticketStatusId }) => ticketStatusId === 3).toSorted((a, b) => wayLeft(b) - wayLeft(a));
  if (!truck?.position) throw new Error('no truck is on its way');
  return { ...truck, position: truck.position };
};
/** The span never begins in the past (TRK-13), so its beginning moves on. */
const sameEnd = (eta: TruckEta) => ({ ...eta, earliestArrivalTime: expect.any(String) });
const endsOf = ({ position, jobLat, jobLong }: ActiveTruck) => ({
  fromLatitude: position?.latitude ?? 0,
  fromLongitude: position?.longitude ?? 0,
  toLatitude: jobLat ?? 0,
  toLongitude: jobLong ?? 0,
});

describe('the board', () => {
  it('API-61 TRK-05 TRK-07 contains every load under way of the customer, in all six statuses, and nothing else', async () => {
    const trucks = await board();
    const expected = await read<number[]>(
      sql`select json_agg(id order by id) as answer from tickets where customer_id = ${own.customerId} and truck_id is not null and leave_job_at is null`,
    );
    expect(trucks.map(({ ticketId }) => ticketId).sort((a, b) => a - b)).toEqual(expected);
    expect([...new Set(trucks.map(({ ticketStatusId }) => ticketStatusId))].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(trucks.map(({ truckId }) => truckId)).size).toBe(trucks.length);
  });

  it("agrees with Orders' quantities, Tickets' live positions and the dashboard's count", async () => {
    const trucks = await board();
    const [truck] = trucks as [ActiveTruck];
    const { body: order } = await call(getOrder, { params: { orderId: truck.jobId, id: truck.jobId } });
    expect([truck.orderNumber, truck.orderType]).toEqual([order.orderNumber, order.orderType]);
    expect([truck.productOrderedQuantity, truck.productDeliveredQuantity, truck.productInTransitQuantity]).toEqual([
      order.qtyOrdered,
      order.qtyDelivered,
      order.inTransitQty,
    ]);
    const { body: tickets } = await call(listTickets, { query: { pageSize: 100 } });
    const live = tickets.items
      .filter((row: { isStreamingAvailable: boolean }) => row.isStreamingAvailable)
      .map((row: { id: number }) => row.id);
    expect(live.toSorted()).toEqual(trucks.map(({ ticketId }) => ticketId).toSorted());
    const { trucksAtPlant, trucksOnTheRoad, trucksOnJob } = (await call(getToday)).body;
    const finished = trucks.filter(({ ticketStatusId }) => ticketStatusId === 6).length;
    expect(trucksAtPlant + trucksOnTheRoad + trucksOnJob).toBe(trucks.length - finished);
  });

  it('ORD-09 an order has the same expected arrivals as the board, and none without the permission for trucks', async () => {
    const trucks = await board();
    expect(trucks.filter(({ eta }) => eta.isEtaCalculated).length).toBeGreaterThan(1);
    for (const { jobId, ticketId, eta } of trucks) {
      const { body: order } = await call(getOrder, { params: { orderId: jobId, id: jobId } });
      const { expectedArrivalTime: told } = order.tickets.find(({ id }: { id: number }) => id === ticketId);
      expect(told === null).toBe(eta.estimatedArrivalTime === null);
      // A late truck is expected now, and now is later in the second response.
      if (told) expect(Math.abs(Date.parse(told) - Date.parse(eta.estimatedArrivalTime ?? ''))).toBeLessThan(5000);
    }
    const [truck] = trucks.filter(({ eta }) => eta.isEtaCalculated) as [ActiveTruck];
    const role = "(select m.role_id from members m join users u on u.id = m.user_id where u.email = 'field@example.com' limit 1)";
    await write(`delete from role_permissions where role_id = ${role} and code = 'truck-tracking.view'`, []);
    const { body: order } = await call(getOrder, { as: 'field@example.com', params: { orderId: truck.jobId, id: truck.jobId } });
    expect(order.tickets.map(({ expectedArrivalTime }: { expectedArrivalTime: unknown }) => expectedArrivalTime)).toEqual(
      order.tickets.map(() => null),
    );
    await write(`insert into role_permissions (role_id, code) values (${role}, 'truck-tracking.view')`, []);
  });

  it('TRK-17 lists a truck that never sent a position', async () => {
    const { truckId } = onTheWay(await board());
    await write('delete from truck_positions where truck_id = $1', [truckId]);
    await write('delete from truck_etas where truck_id = $1', [truckId]);
    const silent = (await board()).find((truck) => truck.truckId === truckId);
    expect(silent).toMatchObject({ position: null });
    expect((await call(getTruck, { params: { truckId } })).status).toBe(404);
  });

  it('drops a truck two hours after it finished, and a load a day after its ticket, without further events', async () => {
    const trucks = await board();
    const [finished, lost] = [
      trucks.find(({ ticketStatusId }) => ticketStatusId === 6),
      trucks.find(({ ticketStatusId }) => ticketStatusId === 4),
    ];
    await write("update tickets set finished_at = now() - interval '3 hours' where id = $1", [finished?.ticketId]);
    await write("update tickets set ticketed_at = now() - interval '25 hours' where id = $1", [lost?.ticketId]);
    const left = (await board()).map(({ ticketId }) => ticketId);
    expect(left).toHaveLength(trucks.length - 2);
    expect(left).not.toContain(finished?.ticketId);
    expect(left).not.toContain(lost?.ticketId);
  });
});

describe('one truck', () => {
  it('API-62 TRK-06 returns position, speed, direction and whether its power is on', async () => {
    const { truckId, zonarAccount, truckNumber, position } = onTheWay(await board());
    const { body, status } = await call(getTruck, { params: { truckId }, query: { zonarAccount } });
    expect([status, body]).toEqual([200, position]);
    expect(body).toMatchObject({ truckId, fleet: truckNumber, speed: { unit: 'mph' }, power: true });
    expect(body.heading).toBeGreaterThanOrEqual(0);
    expect(body.heading).toBeLessThan(360);
  });

  it("returns 404 for another customer's truck, an idle truck and another account", async () => {
    const { truckId } = onTheWay(await board());
    const [theirs] = (await board(foreign, 'other@example.com')) as [ActiveTruck];
    expect((await call(getTruck, { params: { truckId: theirs.truckId } })).status).toBe(404);
    expect((await call(getTruck, { params: { truckId }, query: { zonarAccount: 'yardage-elsewhere' } })).status).toBe(404);
    const idle = await read<string>(sql`select min(id) as answer from trucks where id not in (select truck_id from truck_positions)`);
    expect((await call(getTruck, { params: { truckId: Number(idle) } })).status).toBe(404);
  });
});

describe('expected arrivals', () => {
  it('API-63 TRK-09 exist for every truck below status 4 with a destination, and for no other', async () => {
    for (const { ticketStatusId, eta, jobLat, jobLong, position } of await board()) {
      const isExpected = ticketStatusId < 4 && jobLat !== null && (position !== null || ticketStatusId < 3);
      expect(eta.isEtaCalculated, `status ${ticketStatusId}`).toBe(isExpected);
      if (jobLat !== null) expect(eta.jobCordinate).toEqual({ latitude: jobLat, longitude: jobLong });
      const { estimatedArrivalTime, earliestArrivalTime, latestArrivalTime } = eta;
      if (!isExpected) expect([estimatedArrivalTime, earliestArrivalTime, latestArrivalTime]).toEqual([null, null, null]);
      else
        expect([earliestArrivalTime, estimatedArrivalTime, latestArrivalTime].toSorted()).toEqual([
          earliestArrivalTime,
          estimatedArrivalTime,
          latestArrivalTime,
        ]);
    }
  });

  it('TRK-17 API-63 are not computed to a job or from a plant at 0, 0, which systems without coordinates send', async () => {
    const trucks = await board();
    const coming = onTheWay(trucks);
    const atPlant = trucks.find(({ ticketStatusId, jobId, eta }) => ticketStatusId < 3 && jobId !== coming.jobId && eta.isEtaCalculated);
    if (!atPlant) throw new Error('no truck is at its plant');
    const etas = () => board().then((now) => [coming, atPlant].map(({ truckId }) => now.find((truck) => truck.truckId === truckId)?.eta));
    const refreshAt = async (job: (number | null)[], plant: number[]) => {
      await write('update orders set job_latitude = $2, job_longitude = $3 where id = $1', [coming.jobId, ...job]);
      const plantId = '(select plant_id from tickets where id = $1)';
      await write(`update plants set latitude = $2, longitude = $3 where id = ${plantId}`, [atPlant.ticketId, ...plant]);
      await new EtaRefresher(app.database, routing, app.http.log as never).refresh(own.customerId);
    };
    await write('delete from truck_positions where truck_id = $1', [atPlant.truckId]);
    await write('delete from truck_etas where truck_id = any($1)', [[coming.truckId, atPlant.truckId]]);
    await refreshAt([0, 0], [0, 0]);
    expect(await etas()).toMatchObject([{ estimatedArrivalTime: null, jobCordinate: null }, { estimatedArrivalTime: null }]);
    await refreshAt([coming.jobLat, coming.jobLong], [atPlant.plantLat, atPlant.plantLong]);
    expect(await etas()).toMatchObject([{ isEtaCalculated: true }, { isEtaCalculated: true }]);
  });

  it('API-63 are returned for the named truck, the one nearest to a place, or the next of a job', async () => {
    const trucks = await board();
    const { truckId, jobId, eta, position } = onTheWay(trucks);
    const ask = async (query: object) => (await call(getEta, { query: { jobId, ...query } })).body as TruckEta;
    const longestAddress = { truckId, jobAddress: 'a'.repeat(402) };
    const nearest = { truckLatitude: position.latitude, truckLongitude: position.longitude };
    for (const query of [{ truckId }, longestAddress, nearest]) expect(await ask(query)).toEqual(sameEnd(eta));
    expect((await ask({})).isEtaCalculated).toBe(true);
    expect((await call(getEta, { query: { jobId, truckId: truckId + 10_000 } })).status).toBe(404);
    const [theirs] = (await board(foreign, 'other@example.com')) as [ActiveTruck];
    expect((await call(getEta, { query: { jobId: theirs.jobId } })).status).toBe(404);
    expect((await call(getEta, { query: { jobId, truckId: theirs.truckId } })).status).toBe(404);
  });

  it('TRK-13 ask the router once per truck in five minutes, however many users look', async () => {
    await board();
    const before = asked.length;
    await Promise.all(Array.from({ length: 10 }, (_, index) => call(index % 2 ? listActiveTrucks : listPositions)));
    const { jobId, truckId } = onTheWay(await board());
    await call(getEta, { query: { jobId, truckId } });
    expect(asked.length).toBe(before);
    const due = (await board()).filter(({ eta }) => eta.isEtaCalculated).length;
    await letEtasAge();
    await Promise.all(Array.from({ length: 10 }, () => board()));
    expect(asked.length).toBe(before + due);
  });

  it("TRK-13 of a truck on its way stay when its next load is ticketed for another customer, who has none until it is the truck's turn", async () => {
    const { truckId, ticketId } = onTheWay(await board());
    const [next] = (
      await write(
        `update tickets set truck_id = $2, status_id = 1, is_cancelled = false, ticketed_at = now(), loading_at = null, leave_plant_at = null,
           arrived_at = null, pour_started_at = null, finished_at = null, leave_job_at = null
         where id = (select max(t.id) from tickets t join orders o on o.id = t.order_id where t.customer_id = $1 and o.job_latitude is not null)
         returning id`,
        [foreign.customerId, truckId],
      )
    ).rows;
    const etaOf = async (of: TestCustomer, as: string, ticket: number) =>
      (await board(of, as)).find((truck) => truck.ticketId === ticket)?.eta?.isEtaCalculated;
    await letEtasAge();
    expect(await etaOf(foreign, 'other@example.com', Number(next?.id))).toBe(false);
    expect(await etaOf(own, OWNER, ticketId)).toBe(true);
    // Its own load is over.
    await write('update tickets set status_id = 6, finished_at = now() where id = $1', [ticketId]);
    await letEtasAge();
    expect(await etaOf(foreign, 'other@example.com', Number(next?.id))).toBe(true);
    await write('update tickets set truck_id = null where id = $1', [next?.id]);
    await write('update tickets set status_id = 3, finished_at = null where id = $1', [ticketId]);
  });

  it('TRK-19 stay as they were when the router fails, which is only logged', async () => {
    const known = (await board()).filter(({ eta }) => eta.isEtaCalculated);
    const before = onTheWay(known);
    const unknown = known.find(({ truckId }) => truckId !== before.truckId) as ActiveTruck;
    await write('delete from truck_etas where truck_id = $1', [unknown.truckId]);
    const etaOf = async ({ truckId }: ActiveTruck) => (await board()).find((truck) => truck.truckId === truckId)?.eta;
    await letEtasAge();
    isRouterDown = true;
    expect((await call(listActiveTrucks)).status).toBe(200);
    expect(await etaOf(before)).toEqual(sameEnd(before.eta));
    expect(app.logLines.filter((line) => line.includes('the router is down')).length).toBeGreaterThan(0);
    // A load that the router never answered for gets an estimate, and a newer one as long as the router is down.
    const estimated = await etaOf(unknown);
    expect(estimated?.isEtaCalculated).toBe(true);
    await letEtasAge();
    await call(listActiveTrucks).finally(() => (isRouterDown = false));
    expect(Date.parse((await etaOf(unknown))?.calculatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(estimated?.calculatedAt ?? ''));
    expect(await etaOf(before)).toEqual(sameEnd(before.eta));
  });

  it('TRK-13 are a span that never begins in the past', async () => {
    const { truckId } = onTheWay(await board());
    await write(
      `update truck_etas set earliest_at = now() - interval '9 minutes', estimated_at = now() - interval '4 minutes', latest_at = now()
       where truck_id = $1`,
      [truckId],
    );
    const eta = (await board()).find((truck) => truck.truckId === truckId)?.eta;
    const [earliest = 0, expected = 0, latest = 0] = [eta?.earliestArrivalTime, eta?.estimatedArrivalTime, eta?.latestArrivalTime].map(
      (moment) => Date.parse(moment ?? ''),
    );
    expect(expected - earliest).toBeLessThan(1000);
    expect(earliest).toBeLessThanOrEqual(expected);
    expect(expected).toBeLessThan(latest);
  });
});

describe('the route of a truck', () => {
  it('API-64 leads from its position to its job, and is the one that its arrival was computed with', async () => {
    const truck = onTheWay(await board());
    const before = asked.length;
    const { status, body } = await call(getRoute, { query: endsOf(truck) });
    const { points, distanceMeters: meters, durationSeconds } = body as RouteAnswer;
    expect(status).toBe(200);
    expect(distanceMeters(points[0] ?? truck.position, truck.position)).toBeLessThan(50);
    expect(distanceMeters(points.at(-1) ?? truck.position, { latitude: truck.jobLat ?? 0, longitude: truck.jobLong ?? 0 })).toBeLessThan(
      50,
    );
    expect(meters).toBeGreaterThan(distanceMeters(truck.position, points.at(-1) ?? truck.position));
    expect(durationSeconds).toBeGreaterThan(0);
    expect(asked.length).toBe(before);
  });

  it('API-64 TRK-09 is not invented while the router is slow, and other trucks do not wait for it', async () => {
    const truck = onTheWay((await board()).filter(({ eta }) => eta.isEtaCalculated));
    const answers: (() => void)[] = [];
    holdUp = ({ from: { latitude, longitude } }) => {
      if (latitude !== truck.position.latitude || longitude !== truck.position.longitude) return undefined;
      return new Promise((done) => answers.push(done));
    };
    await write('delete from truck_etas');
    await letEtasAge();
    const known = (await board()).filter(({ eta }) => eta.isEtaCalculated).map(({ truckId }) => truckId);
    expect(known.length).toBeGreaterThan(0);
    expect(known).not.toContain(truck.truckId);
    const route = async () => (await call(getRoute, { query: endsOf(truck) })).status;
    expect(await route()).toBe(404);
    holdUp = () => undefined;
    for (const answer of answers) answer();
    await vi.waitFor(async () => expect(await route()).toBe(200), 20_000);
  });

  it("API-64 TRK-09 is refused for another customer's truck, a truck that has arrived and arbitrary points", async () => {
    const trucks = await board();
    const theirs = onTheWay(await board(foreign, 'other@example.com'));
    expect((await call(getRoute, { query: endsOf(theirs) })).status).toBe(404);
    const jobOf = ({ jobLat, jobLong }: ActiveTruck) => ({ latitude: jobLat ?? 0, longitude: jobLong ?? 0 });
    // Orders may share a site: a truck that still drives to one nearby has a route to the same place.
    const onJob = trucks.find(
      (truck) =>
        truck.ticketStatusId === 4 &&
        truck.position &&
        !trucks.some((other) => other.ticketStatusId < 4 && distanceMeters(jobOf(other), jobOf(truck)) < 5_000),
    );
    if (onJob) expect((await call(getRoute, { query: endsOf(onJob) })).status).toBe(404);
    const anywhere = { fromLatitude: 40, fromLongitude: -100, toLatitude: 41, toLongitude: -101 };
    expect((await call(getRoute, { query: anywhere })).status).toBe(404);
    expect((await call(getRoute, { query: { ...endsOf(onTheWay(trucks)), fromLatitude: 40 } })).status).toBe(404);
    expect((await call(getRoute, { query: { ...anywhere, toLatitude: 91 } })).status).toBe(400);
  });
});

describe('a board of 500 trucks', () => {
  it('TRK-12 needs one query, also for the poll, and as many for its arrivals as one truck', async () => {
    await write(
      `with fleet as (insert into trucks (data_source_id, plant_id, number, zonar_account, driver_name)
         select pl.data_source_id, pl.id, 'X' || n, 'yardage-x', 'Driver ' || n from generate_series(1, 500) n cross join (select * from plants where data_source_id = $2 limit 1) pl
         returning id, plant_id),
       loads as (insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, load_number, quantity, tax_cents, alt_key)
         select $1, (select id from orders where customer_id = $1 and status_id = 6 and job_latitude is not null limit 1), 'X' || id, 3, now(), plant_id, id, 1, 10, 0, 'x' from fleet
         returning id, truck_id)
       insert into truck_positions (truck_id, customer_id, ticket_id, latitude, longitude, heading, speed_mph, has_power, recorded_at)
       select truck_id, $1, id, 35.1, -85.2, 0, 30, true, now() from loads`,
      [own.customerId, own.datasourceId],
    );
    // The first call of a session stores the sign-in.
    await call(listPositions);
    await letEtasAge();
    const reads = vi.spyOn(app.database, 'read');
    // Background work has transactions of its own, so only those of the arrivals count.
    const run = app.database.transaction.bind(app.database);
    let transactions = 0;
    vi.spyOn(app.database, 'transaction').mockImplementation((...args) => {
      if (new Error('where from').stack?.includes('etas.queries')) transactions += 1;
      return run(...args);
    });
    const startedAt = performance.now();
    await vi.waitFor(async () => {
      const { trucks } = (await call(listPositions)).body as BoardUpdate;
      expect(trucks.filter(({ eta }) => eta.isEtaCalculated).length).toBeGreaterThan(500);
    }, 20_000);
    // One claims them; the others store what is found in a second. `letEtasAge` has stopped Date.now.
    expect(transactions).toBeLessThan(6 + (performance.now() - startedAt) / 1000);
    const settled = transactions;
    for (const endpoint of [listActiveTrucks, listPositions]) {
      const before = reads.mock.calls.length;
      const { status, body } = await call(endpoint);
      expect([status, (body.trucks ?? body).length > 500]).toEqual([200, true]);
      // One read is for the trucks, the other for the caller.
      expect(reads.mock.calls.length - before).toBe(2);
    }
    expect(transactions).toBe(settled);
  });
});
