import { DELIVERED_STATUS, STATUSES_AT } from '@yardage/domain/tickets';
import type { Database, Transaction } from '#server/database/database';
import type { RecordsChange } from '#server/hub/records-change';
import { LOAD_STEP_COLUMNS, type LoadProgress } from './load-progress.ts';
import { moveOrders } from './order-progress.queries.ts';

/** A load as it is stored. */
export interface KnownLoad extends LoadProgress {
  ticketId: number;
}

const inMilliseconds = Object.entries(LOAD_STEP_COLUMNS).map(
  ([name, column]) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`,
);

/** Whether the load `earlier` was carried by the truck of the load `next` before, without an event that the truck left the job. */
const IS_EARLIER_LOAD = `earlier.truck_id = next.truck_id and earlier.leave_job_at is null and (earlier.ticketed_at, earlier.id) < (next.ticketed_at, next.id)`;
/** Whether the truck of the load `earlier` is on the job, so that the load is over when the truck leaves. */
const IS_ON_JOB = `earlier.status_id in (${STATUSES_AT.job.join(', ')})`;

/**
 * Locks the orders of the tickets and of earlier loads that they may end, then the tickets, until the transaction ends. If two posts each
 * finish one of an order's last loads, the second sees the changes of the first.
 */
async function holdLoads({ client }: Transaction, ticketIds: readonly number[]): Promise<Map<number, KnownLoad>> {
  await client.query(
    `select id from orders where id in (
       select order_id from tickets where id = any($1::bigint[])
       union select earlier.order_id from tickets next join tickets earlier on ${IS_EARLIER_LOAD} and ${IS_ON_JOB}
         where next.id = any($1::bigint[]))
     order by id for update`,
    [ticketIds],
  );
  const { rows } = await client.query<KnownLoad>(
    `select id::int as "ticketId", status_id as "statusId", ${inMilliseconds.join(', ')} from tickets where id = any($1::bigint[]) order by id for update`,
    [ticketIds],
  );
  return new Map(rows.map((row) => [row.ticketId, row]));
}

const fromMilliseconds = Object.entries(LOAD_STEP_COLUMNS).map(([name, column]) => `${column} = to_timestamp(load."${name}" / 1000)`);
const loadColumns = Object.keys(LOAD_STEP_COLUMNS).map((name) => `"${name}" float8`);

async function writeLoads({ client }: Transaction, loads: readonly KnownLoad[]): Promise<void> {
  await client.query(
    `update tickets set status_id = load."statusId", ${fromMilliseconds.join(', ')}
     from json_to_recordset($1::json) as load("ticketId" bigint, "statusId" smallint, ${loadColumns.join(', ')}) where tickets.id = load."ticketId"`,
    [JSON.stringify(loads)],
  );
}

/**
 * A truck that is loading again has left its last job, even if no event said so, and a load that was on the job is over. Returns the
 * tickets of the loads that ended (`ended`), and of other loads that customers could follow until now (`followed`): only those of the last
 * day, because a truck may have years of imported loads.
 */
async function leaveEarlierJobs({ client }: Transaction, ticketIds: readonly number[]): Promise<{ ended: number[]; followed: number[] }> {
  const leaving = `leave_job_at = greatest(coalesce(next.loading_at, next.leave_plant_at, next.arrived_at, next.ticketed_at),
    earlier.ticketed_at, earlier.loading_at, earlier.leave_plant_at, earlier.arrived_at, earlier.pour_started_at, earlier.finished_at)`;
  const from = `from tickets as next where next.id = any($1::bigint[]) and next.status_id > 1 and ${IS_EARLIER_LOAD}`;
  const { rows: ended } = await client.query<{ id: number }>(
    `update tickets as earlier set ${leaving}, status_id = ${DELIVERED_STATUS} ${from} and ${IS_ON_JOB} returning earlier.id::int`,
    [ticketIds],
  );
  const { rows: followed } = await client.query<{ id: number }>(
    `with gone as (update tickets as earlier set ${leaving} ${from} returning earlier.id, earlier.ticketed_at)
     select id::int from gone where ticketed_at > now() - interval '24 hours'`,
    [ticketIds],
  );
  return { ended: ended.map(({ id }) => id), followed: followed.map(({ id }) => id) };
}

/**
 * Changes loads in one transaction, together with earlier loads of their trucks and their orders. `decide` gets the current loads and
 * returns the changed ones. Returns what changed, by customer.
 */
export async function changeLoads(
  database: Database,
  ticketIds: readonly number[],
  dataSources: readonly string[] | null,
  decide: (loads: ReadonlyMap<number, KnownLoad>) => KnownLoad[],
): Promise<RecordsChange[]> {
  return database.transaction('system', async (transaction) => {
    const reached = dataSources ? await ticketsOf(transaction, ticketIds, dataSources) : ticketIds;
    return ownersOf(transaction, await moveLoads(transaction, reached, decide));
  });
}

/** Returns the tickets by the customers whose pages show them. */
async function ownersOf({ client }: Transaction, ticketIds: readonly number[]): Promise<RecordsChange[]> {
  if (ticketIds.length === 0) return [];
  const { rows } = await client.query<Omit<RecordsChange, 'resource'>>(
    `select c.id::int as "customerId", c.global_customer_number as "globalCustomerNumber", json_agg(t.id order by t.id) as ids
     from tickets t join customers c on c.id = t.customer_id where t.id = any($1::bigint[]) group by c.id`,
    [ticketIds],
  );
  return rows.map((row) => ({ ...row, resource: 'tickets' }));
}

/** Returns those of the tickets that belong to the data sources. */
async function ticketsOf({ client }: Transaction, ticketIds: readonly number[], dataSources: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select t.id::int from tickets t join customers c on c.id = t.customer_id join data_sources d on d.id = c.data_source_id
     where t.id = any($1::bigint[]) and d.code = any($2)`,
    [ticketIds, dataSources],
  );
  return rows.map(({ id }) => id);
}

/** A ticket that the supplier's systems name by their key. */
export interface TicketName {
  dataSource: string;
  ticketKey: string;
}

/** Returns the ids of tickets in the order of their names; undefined for those that are not known. */
export async function findTicketIds(database: Database, names: readonly TicketName[]): Promise<(number | undefined)[]> {
  if (names.length === 0) return [];
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ place: string; id: string }>(
      `select given.place, record.entity_id as id from unnest($1::text[], $2::text[]) with ordinality as given(data_source, key, place)
       join supply_records record on record.resource = 'tickets' and record.data_source = given.data_source and record.key = given.key
       where record.entity_id is not null`,
      [names.map(({ dataSource }) => dataSource), names.map(({ ticketKey }) => ticketKey)],
    ),
  );
  const ids = new Map(rows.map(({ place, id }) => [Number(place), Number(id)]));
  return names.map((_, index) => ids.get(index + 1));
}

/** Like `changeLoads`, within an existing transaction. Returns the tickets that changed. */
export async function moveLoads(
  transaction: Transaction,
  ticketIds: readonly number[],
  decide: (loads: ReadonlyMap<number, KnownLoad>) => KnownLoad[],
): Promise<number[]> {
  const changed = decide(await holdLoads(transaction, ticketIds));
  if (changed.length === 0) return [];
  const changedIds = changed.map(({ ticketId }) => ticketId);
  await writeLoads(transaction, changed);
  const { ended, followed } = await leaveEarlierJobs(transaction, changedIds);
  await moveOrders(transaction, [...changedIds, ...ended]);
  return [...new Set([...changedIds, ...ended, ...followed])];
}
