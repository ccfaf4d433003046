import { ETA_BELOW_STATUS, ETA_EVERY_MINUTES } from '@yardage/domain/eta';
import { DELIVERED_STATUS, TICKET_STATUS } from '@yardage/domain/tickets';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { toStatement } from '#server/database/statement';
import { IS_LOAD_ACTIVE, isPlace, loadsUnderWay } from './active-loads.queries.ts';
import type { KeptRoute } from './truck-tracking.queries.ts';

/** A truck whose ETA is due, with the input of its computation. */
export interface DueTruck {
  truckId: number;
  ticketId: number;
  statusId: number;
  /** The last fix or, for a truck without one that has not left yet, the plant. */
  from: [latitude: number, longitude: number];
  plant: [latitude: number, longitude: number];
  job: [latitude: number, longitude: number];
  fixAgeSeconds: number;
  recentSpeedMps: number | null;
  ticketAgeSeconds: number;
  /** Whether the router has answered for this load before. */
  isKnown: boolean;
  loadingAgeSeconds: number | null;
}

const every = sql.raw(`interval '${ETA_EVERY_MINUTES} minutes'`);
const ageOf = (moment: ReturnType<typeof sql>) => sql`greatest(0, extract(epoch from now() - ${moment}))::float8`;

const dueFields = {
  truckId: sql`t.truck_id`,
  ticketId: sql`t.id`,
  statusId: sql`t.status_id`,
  from: sql`json_build_array(coalesce(p.latitude, pl.latitude), coalesce(p.longitude, pl.longitude))`,
  plant: sql`json_build_array(pl.latitude, pl.longitude)`,
  job: sql`json_build_array(o.job_latitude, o.job_longitude)`,
  fixAgeSeconds: sql`coalesce(${ageOf(sql`p.recorded_at`)}, 0)`,
  recentSpeedMps: sql`(select avg(f.speed_mph) * 0.44704 from truck_fixes f where f.truck_id = t.truck_id
    and f.recorded_at > p.recorded_at - interval '5 minutes' and f.recorded_at >= coalesce(t.leave_plant_at, t.ticketed_at))`,
  isKnown: sql`(e.ticket_id is not distinct from t.id and e.estimated_at is not null and e.route->'isEstimate' is null)`,
  ticketAgeSeconds: ageOf(sql`t.ticketed_at`),
  loadingAgeSeconds: sql`case when t.loading_at is not null then ${ageOf(sql`t.loading_at`)} end`,
};

/**
 * Whether the truck of the ticket `t` has another load that it carries first, of whichever customer: one on its way or on a job comes
 * before one that is only ticketed, then the newest. There is one ETA per truck, so loads must not replace each other's.
 */
const carriesAnotherFirst = sql.raw(`exists (
  with ranked as (select t.truck_id, t.id, t.ticketed_at, t.status_id between 2 and ${DELIVERED_STATUS - 1} as is_carried)
  select from ranked join tickets t on t.truck_id = ranked.truck_id and t.id <> ranked.id
  where ${IS_LOAD_ACTIVE} and (t.status_id between 2 and ${DELIVERED_STATUS - 1}, t.ticketed_at, t.id)
    > (ranked.is_carried, ranked.ticketed_at, ranked.id))`);

/**
 * Claims a customer's trucks whose ETA is due. Across all nodes and users, each truck is claimed once in five minutes. The last ETA stays
 * until a new one is stored, unless it was for another load.
 */
export async function claimDueTrucks(database: Database, customerId: number): Promise<DueTruck[]> {
  const statement = toStatement(sql`
    with due as materialized (
      select t.truck_id, t.customer_id, t.id as ticket_id, ${jsonObject(dueFields)} as facts
      from ${loadsUnderWay(customerId)} as t join orders o on o.id = t.order_id join plants pl on pl.id = t.plant_id
        left join truck_positions p on p.truck_id = t.truck_id and p.ticket_id = t.id
        left join truck_etas e on e.truck_id = t.truck_id
      where t.status_id < ${sql.raw(String(ETA_BELOW_STATUS))} and ${isPlace(sql`o.job_latitude`, sql`o.job_longitude`)}
        and (p.truck_id is not null
          or t.status_id < ${sql.raw(String(TICKET_STATUS.toJob))} and ${isPlace(sql`pl.latitude`, sql`pl.longitude`)})
        and (e.truck_id is null or e.asked_at <= now() - ${every}) and not ${carriesAnotherFirst}
    ), claimed as (
      insert into truck_etas as kept (truck_id, customer_id, ticket_id, asked_at)
      select truck_id, customer_id, ticket_id, now() from due order by truck_id
      on conflict (truck_id) do update set asked_at = excluded.asked_at, customer_id = excluded.customer_id, ticket_id = excluded.ticket_id,
        estimated_at = case when kept.ticket_id = excluded.ticket_id then kept.estimated_at end,
        route = case when kept.ticket_id = excluded.ticket_id then kept.route end
      where kept.asked_at <= now() - ${every}
      returning truck_id
    )
    select coalesce(json_agg(due.facts), '[]') as due from due join claimed using (truck_id)`);
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ due: DueTruck[] }>(statement.text, statement.values);
    return rows[0]?.due ?? [];
  });
}

/** The computed ETA and route of a truck with its load; times in milliseconds. */
export interface FoundArrival {
  truckId: number;
  ticketId: number;
  arrival: { estimatedAt: number; earliestAt: number; latestAt: number };
  route: KeptRoute;
}

/**
 * A prediction made within this time after departure counts as made at departure. Later predictions are easier, and would make the accuracy
 * look too good.
 */
const DEPARTURE_MINUTES = 10;

/**
 * Stores ETAs and routes, except for trucks that have another load by now. The first one after a truck has left is kept, to be compared
 * with its arrival (POUR-04).
 */
export async function storeArrivals(database: Database, found: readonly FoundArrival[]): Promise<void> {
  const rows = found.map(({ truckId, ticketId, arrival, route }) => ({ truckId, ticketId, ...arrival, route }));
  const columns = `found("truckId" bigint, "ticketId" bigint, "estimatedAt" float8, "earliestAt" float8, "latestAt" float8, route jsonb)`;
  await database.transaction('system', async ({ client }) => {
    await client.query(
      `update truck_etas set calculated_at = now(), estimated_at = to_timestamp(found."estimatedAt" / 1000), route = found.route,
         earliest_at = to_timestamp(found."earliestAt" / 1000), latest_at = to_timestamp(found."latestAt" / 1000)
       from json_to_recordset($1::json) as ${columns}
       where truck_etas.truck_id = found."truckId" and truck_etas.ticket_id = found."ticketId"`,
      [JSON.stringify(rows)],
    );
    await client.query(
      `insert into arrival_predictions (ticket_id, plant_id, predicted_at, estimated_at, earliest_at, latest_at)
       select t.id, t.plant_id, now(), to_timestamp(found."estimatedAt" / 1000), to_timestamp(found."earliestAt" / 1000),
         to_timestamp(found."latestAt" / 1000)
       from json_to_recordset($1::json) as ${columns} join tickets t on t.id = found."ticketId"
       where t.status_id = ${TICKET_STATUS.toJob} and t.leave_plant_at > now() - interval '${DEPARTURE_MINUTES} minutes'
       on conflict (ticket_id) do nothing`,
      [JSON.stringify(rows)],
    );
  });
}
