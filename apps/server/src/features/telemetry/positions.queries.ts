import type { PositionFix } from '@yardage/contract/telemetry';
import type { Database } from '#server/database/database';
import { IS_LOAD_ACTIVE } from '#server/features/truck-tracking/active-loads.queries';

/** A position fix with its index in the batch, and the codes of the data sources that its sender's key is limited to. */
export interface GivenFix extends Omit<PositionFix, 'speed'> {
  index: number;
  speedMph: number;
  dataSources: readonly string[] | null;
}

const FIX_COLUMNS = `(index int, "truckId" bigint, "dataSource" text, "truckKey" text, "zonarAccount" text, fleet text, latitude numeric, longitude numeric, heading real, "speedMph" real,
  power boolean, "recordedAt" timestamptz, "dataSources" text[])`;

/** A key that is limited to data sources does not know the trucks of others. */
const isReached = (truck: string) =>
  `(given."dataSources" is null or exists (select from data_sources d where d.id = ${truck}.data_source_id and d.code = any(given."dataSources")))`;

/** Each fix with the id of its truck. */
const RESOLVED = `
  select distinct on (given.index) given.*, coalesce(named.id, keyed.id, known.id) as truck_id
  from json_to_recordset($1::json) as given${FIX_COLUMNS}
  left join trucks as named on named.id = given."truckId" and ${isReached('named')}
  left join supply_records as record on given."truckId" is null and record.resource = 'trucks'
    and record.data_source = given."dataSource" and record.key = given."truckKey"
  left join trucks as keyed on keyed.id = record.entity_id and ${isReached('keyed')}
  left join trucks as known on given."truckId" is null and given."truckKey" is null and known.zonar_account = given."zonarAccount" and known.number = given.fleet
    and ${isReached('known')}
  order by given.index, known.id`;

/** Twice the five minutes that the recent speed is averaged over. */
const HISTORY = `interval '10 minutes'`;

/**
 * Stores the newest fix of each truck and the recent ones of all, and returns the fixes of unknown trucks, in one statement. Older fixes
 * are ignored. Trucks are ordered by id, so that two batches cannot deadlock.
 */
const KEEP = `
  with fixes as materialized (${RESOLVED}),
  last as (
    insert into truck_positions as kept (truck_id, customer_id, ticket_id, latitude, longitude, heading, speed_mph, has_power, recorded_at)
    select newest.truck_id, load.customer_id, load.id, newest.latitude, newest.longitude, newest.heading, newest."speedMph", newest.power, newest."recordedAt"
    from (select distinct on (truck_id) * from fixes where truck_id is not null order by truck_id, "recordedAt" desc) as newest
    left join lateral (
      select t.id, t.customer_id from tickets t where t.truck_id = newest.truck_id and ${IS_LOAD_ACTIVE}
      order by t.status_id > 1 desc, t.ticketed_at desc, t.id desc limit 1
    ) as load on true
    order by newest.truck_id
    on conflict (truck_id) do update set latitude = excluded.latitude, longitude = excluded.longitude, heading = excluded.heading,
      speed_mph = excluded.speed_mph, has_power = excluded.has_power, recorded_at = excluded.recorded_at
    where kept.recorded_at < excluded.recorded_at
  ),
  recent as (
    insert into truck_fixes (truck_id, recorded_at, speed_mph)
    select truck_id, "recordedAt", "speedMph" from fixes where truck_id is not null and "recordedAt" > now() - ${HISTORY}
    order by truck_id, "recordedAt" on conflict do nothing
  )
  select index from fixes where truck_id is null`;

/** Stores a batch of fixes, which may come from several keys. Returns the indexes of those whose truck is unknown to their key. */
export async function keepFixes(database: Database, fixes: readonly GivenFix[]): Promise<Set<number>> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ index: number }>({ name: 'keep-fixes', text: KEEP, values: [JSON.stringify(fixes)] }),
  );
  return new Set(rows.map(({ index }) => index));
}

/** Deletes fixes that are too old for the recent speed. One process at a time, not every post: all would wait for the same rows. */
export async function forgetOldFixes(database: Database): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query(
      `delete from truck_fixes where ctid = any(array(select ctid from truck_fixes where recorded_at < now() - ${HISTORY} limit 50000 for update skip locked))`,
    ),
  );
}
