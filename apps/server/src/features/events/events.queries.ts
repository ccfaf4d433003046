import type { SupplyEventData, SupplyEventType } from '@yardage/contract/events';
import type { Actor, Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { LOCKS } from '#server/database/locks';
import { idArray, isoMillisecond, jsonObject, textArray } from '#server/database/sql';
import { events } from '#server/database/tables/integration';
import { withoutClaim } from '#server/database/write-claim';
import type { FeedHistory } from './feed-cursor.ts';

/** Records an event in the transaction of its cause. */
export async function recordEvent<T extends SupplyEventType>(
  { orm }: Transaction,
  type: T,
  customerId: number | null,
  data: SupplyEventData<T>,
): Promise<void> {
  await orm.insert(events).values({ type, customerId, data });
}

export const HAS_EVENTS_TO_PLACE = sql`exists (select from events where position is null)`;

/**
 * Gives committed events their place in the feed. Only one process does so at a time, and its places are visible before the next begins, so
 * no event ever appears before a place that was read already.
 */
export async function placeEvents(database: Database): Promise<void> {
  const isWaiting = await database.read<boolean>('system', sql`select ${HAS_EVENTS_TO_PLACE} as answer`);
  if (!isWaiting) return;
  await withoutClaim(() => database.transaction('system', placeWaiting));
}

async function placeWaiting({ client }: Transaction): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.eventFeed]);
  // A statement of its own: it has to see what the last holder of the lock wrote. Deleted events leave places above all that are left;
  // a process of an earlier version may have given places that the mark does not know.
  await client.query(
    `with top as (select greatest(last_position, (select coalesce(max(position), 0) from events)) as position from event_feed),
     placed as (
       update events set position = given.position
       from (select sequence, row_number() over (order by sequence) + top.position as position from events, top where events.position is null) as given
       where events.sequence = given.sequence returning events.position)
     update event_feed set last_position = (select max(position) from placed) where exists (select from placed)`,
  );
}

/** Returns the histories of the feed in their order, and the last place that was given to any event. */
export async function findHistories(database: Database): Promise<{ histories: FeedHistory[]; lastPosition: number }> {
  const found = await database.read<{ histories: FeedHistory[]; lastPosition: number }>(
    'system',
    sql`select json_build_object(
          'histories', (select json_agg(json_build_object('name', name, 'beginsAfter', begins_after) order by number) from feed_histories),
          'lastPosition', greatest((select last_position from event_feed), (select coalesce(max(position), 0) from events))) as answer`,
  );
  if (!found) throw new Error('the feed has no history');
  return found;
}

/** An event as it is stored, ready to be sent except for the record that it may refer to. */
export interface StoredEvent {
  position: number;
  customerId: number | null;
  event: { id: string; type: string; timestamp: string; data: unknown } & Record<
    'dataSource' | 'customerNumber' | 'globalCustomerNumber',
    string | null
  >;
}

/** The event `e` with the customer `c` and its data source `d`, as JSON. */
export const storedEvent = jsonObject({
  position: sql`e.position`,
  customerId: sql`e.customer_id`,
  event: jsonObject({
    id: sql`e.id`,
    type: sql`e.type`,
    timestamp: isoMillisecond(sql`e.created_at`),
    dataSource: sql`d.code`,
    customerNumber: sql`c.customer_number`,
    globalCustomerNumber: sql`c.global_customer_number`,
    data: sql`e.data`,
  }),
});
export const eventTables = sql`events e left join customers c on c.id = e.customer_id left join data_sources d on d.id = c.data_source_id`;

/** Returns the position up to which events were deleted because of their age. */
export async function findDeletedPosition(database: Database): Promise<number> {
  return (await database.read<number>('system', sql`select deleted_position as answer from event_feed`).then(Number)) || 0;
}

/** A ticket's keys in the supplier's systems. */
export interface TicketKeys {
  id: number;
  ticketKey: string | null;
  orderKey: string | null;
}

/** Returns the supplier's keys of tickets and of their orders. Orders that the portal made have none. */
export async function findTicketKeys(database: Database, ticketIds: readonly number[]): Promise<Map<number, TicketKeys>> {
  const keyOf = (resource: string, id: SQL) =>
    sql`(select r.key from supply_records r where r.resource = ${resource} and r.entity_id = ${id} limit 1)`;
  const row = jsonObject({
    id: sql`t.id`,
    ticketKey: sql`coalesce(${keyOf('tickets', sql`t.id`)}, t.alt_key)`,
    orderKey: keyOf('orders', sql`t.order_id`),
  });
  const found = await database.read<TicketKeys[]>(
    'system',
    sql`select coalesce(json_agg(${row}), '[]') as answer from tickets t where t.id = any(${idArray(ticketIds)})`,
  );
  return new Map((found ?? []).map((keys) => [keys.id, keys]));
}

/** Which part of the feed is read. */
export interface FeedPart {
  after: number;
  types: readonly string[];
  limit: number;
  /** One customer's events, or those of the data sources, or all. */
  customerId?: number;
  dataSources?: readonly string[] | null;
}

/** Returns the events of a part of the feed in their order, and the last position of those that the actor may see. */
export async function readFeed(database: Database, actor: Actor, part: FeedPart): Promise<{ items: StoredEvent[]; lastPosition: number }> {
  const found = await database.read<{ items: StoredEvent[]; lastPosition: number }>(
    actor,
    // One statement, so both see the same state.
    sql`select json_build_object(
          'lastPosition', (select coalesce(max(position), 0) from events),
          'items', (select coalesce(json_agg(answer order by position), '[]') from (
            select ${storedEvent} as answer, e.position from ${eventTables}
            where e.position > ${part.after} and e.type = any(${textArray(part.types)}) ${narrowed(part)}
            order by e.position limit ${part.limit}) as page)) as answer`,
  );
  return found ?? { items: [], lastPosition: part.after };
}

function narrowed({ customerId, dataSources }: FeedPart): SQL {
  if (customerId !== undefined) return sql`and e.customer_id = ${customerId}`;
  return dataSources ? sql`and d.code = any(${textArray(dataSources)})` : sql``;
}
