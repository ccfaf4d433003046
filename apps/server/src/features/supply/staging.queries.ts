import type { SupplyResource } from '@yardage/contract/supply-records';
import type pg from 'pg';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import type { FieldErrors } from '#server/http/api-error';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

export type RecordState = 'applied' | 'waiting' | 'refused';

/** Returns the mark of a record, which names it in `depends_on`. Neither the code of a data source nor a resource has a slash. */
export const markOf = (dataSource: string, resource: SupplyResource, key: string): string => `${dataSource}/${resource}/${key}`;

/** The resource and key that a mark names. */
export function parseMark(mark: string): { resource: SupplyResource; key: string } {
  const [, resource, ...key] = mark.split('/');
  return { resource: resource as SupplyResource, key: key.join('/') };
}

/** A record as it is staged. */
export interface StagedRecord {
  resource: SupplyResource;
  dataSource: string;
  key: string;
  /** Milliseconds. */
  updatedAt: number;
  hash: string;
  body: unknown;
  state: RecordState;
  dependsOn: readonly string[];
  errors: FieldErrors | null;
  /** The id of its row; null until a version of it was applied. */
  entityId: number | null;
  /** Marks of what the applied version affects. Records that depend on them are tried again with the next version, too. */
  affects: readonly string[];
  /** The file from which the version was read, and how: `FILE#HOW`. Null for a version that a system sent. */
  reading: string | null;
}

/** The first number of these advisory locks, which separates them from all others (`database/locks.ts`). */
const LOCK_SPACE = 19;

/**
 * Lets one batch of a data source run at a time. Two at once could miss each other: one stages a ticket that waits for an order while the
 * other, which brings the order, does not see the ticket yet.
 */
export async function lockDataSources(client: pg.ClientBase, dataSources: readonly string[]): Promise<void> {
  await client.query(
    'select pg_advisory_xact_lock($1, code) from (select distinct hashtext(name) as code from unnest($2::text[]) as name order by 1) as codes',
    [LOCK_SPACE, dataSources],
  );
}

interface StagedRow {
  resource: SupplyResource;
  data_source: string;
  key: string;
  updated_at: Date;
  hash: string;
  body: unknown;
  state: RecordState;
  depends_on: string[];
  errors: FieldErrors | null;
  entity_id: string | null;
  affects: string[];
  reading: string | null;
}

const STAGED_COLUMNS = 'resource, data_source, key, updated_at, hash, body, state, depends_on, errors, entity_id, affects, reading';

const toStaged = (row: StagedRow): StagedRecord => ({
  resource: row.resource,
  dataSource: row.data_source,
  key: row.key,
  updatedAt: row.updated_at.getTime(),
  hash: row.hash,
  body: row.body,
  state: row.state,
  dependsOn: row.depends_on,
  errors: row.errors,
  entityId: row.entity_id === null ? null : Number(row.entity_id),
  affects: row.affects,
  reading: row.reading,
});

/** Returns the stored versions of records. */
export async function findStaged(
  client: pg.ClientBase,
  resource: SupplyResource,
  names: readonly { dataSource: string; key: string }[],
): Promise<StagedRecord[]> {
  const { rows } = await client.query<StagedRow>(
    `select ${STAGED_COLUMNS} from supply_records join unnest($2::text[], $3::text[]) as given(given_source, given_key)
       on data_source = given_source and key = given_key where resource = $1`,
    [resource, names.map(({ dataSource }) => dataSource), names.map(({ key }) => key)],
  );
  return rows.map(toStaged);
}

/** Returns the records that wait for one of the marks or were refused because of one. */
export async function findDependents(client: pg.ClientBase, marks: readonly string[]): Promise<StagedRecord[]> {
  if (marks.length === 0) return [];
  const { rows } = await client.query<StagedRow>(
    `select ${STAGED_COLUMNS} from supply_records where state <> 'applied' and depends_on && $1::text[]`,
    [marks],
  );
  return rows.map(toStaged);
}

/** Returns the ids of applied records by their marks. A mark names a record: data source, resource and key. */
export async function findEntityIds(client: pg.ClientBase, marks: readonly string[]): Promise<Map<string, number>> {
  if (marks.length === 0) return new Map();
  const named = marks.map((mark) => ({ mark, dataSource: mark.slice(0, mark.indexOf('/')), ...parseMark(mark) }));
  const { rows } = await client.query<{ mark: string; entity_id: string }>(
    `select mark, entity_id from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given(mark, given_resource, given_source, given_key)
     join supply_records on resource = given_resource and data_source = given_source and key = given_key where entity_id is not null`,
    [marks, named.map(({ resource }) => resource), named.map(({ dataSource }) => dataSource), named.map(({ key }) => key)],
  );
  return new Map(rows.map(({ mark, entity_id }) => [mark, Number(entity_id)]));
}

/** Stores the newest versions of records and what became of them. */
export async function stage(client: pg.ClientBase, records: readonly StagedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await client.query(
    `insert into supply_records as known (${STAGED_COLUMNS})
     select resource, data_source, key, to_timestamp(updated_at / 1000), hash, body, state, depends_on, errors, entity_id, affects, reading
     from json_to_recordset($1::json) as given(resource text, data_source text, key text, updated_at float8, hash text, body jsonb, state text,
       depends_on text[], errors jsonb, entity_id bigint, affects text[], reading text)
     on conflict (resource, data_source, key) do update set updated_at = excluded.updated_at, hash = excluded.hash, body = excluded.body,
       state = excluded.state, depends_on = excluded.depends_on, errors = excluded.errors, entity_id = excluded.entity_id, affects = excluded.affects,
       reading = excluded.reading,
       received_at = case when known.hash = excluded.hash then known.received_at else now() end`,
    [
      JSON.stringify(
        records.map((record) => ({
          resource: record.resource,
          data_source: record.dataSource,
          key: record.key,
          updated_at: record.updatedAt,
          hash: record.hash,
          body: record.body,
          state: record.state,
          depends_on: record.dependsOn,
          errors: record.errors,
          entity_id: record.entityId,
          affects: record.affects,
          reading: record.reading,
        })),
      ),
    ],
  );
}

/** Deletes a record that was never applied. */
export async function deleteStaged(
  client: pg.ClientBase,
  resource: SupplyResource,
  { dataSource, key }: { dataSource: string; key: string },
): Promise<void> {
  await client.query('delete from supply_records where resource = $1 and data_source = $2 and key = $3 and entity_id is null', [
    resource,
    dataSource,
    key,
  ]);
}

/**
 * Lists applied records as refused because other content with the same version was sent: only their sender knows which is right. The applied
 * content stays, and the next version is compared with it.
 */
export async function noteConflicts(
  client: pg.ClientBase,
  resource: SupplyResource,
  names: readonly { dataSource: string; key: string }[],
): Promise<void> {
  if (names.length === 0) return;
  const errors: FieldErrors = { updatedAt: [SUPPLY_MESSAGES.otherContent] };
  await client.query(
    `update supply_records set state = 'refused', errors = $4, received_at = now()
     from (select distinct * from unnest($2::text[], $3::text[]) as named(given_source, given_key)) as given
     where resource = $1 and data_source = given_source and key = given_key and state = 'applied'`,
    [resource, names.map(({ dataSource }) => dataSource), names.map(({ key }) => key), JSON.stringify(errors)],
  );
}

/** Lists records as applied again whose stored content was sent again after a conflict. */
export async function endConflicts(
  client: pg.ClientBase,
  resource: SupplyResource,
  names: readonly { dataSource: string; key: string }[],
): Promise<void> {
  if (names.length === 0) return;
  await client.query(
    `update supply_records set state = 'applied', errors = null
     from (select distinct * from unnest($2::text[], $3::text[]) as named(given_source, given_key)) as given
     where resource = $1 and data_source = given_source and key = given_key and state = 'refused' and entity_id is not null
       and jsonb_exists(errors, 'updatedAt')`,
    [resource, names.map(({ dataSource }) => dataSource), names.map(({ key }) => key)],
  );
}

/**
 * Notes the invoices and credits of a payment in the portal that ended or came back, if a record was refused because of them. Runs in the
 * transaction of the payment's end, after it.
 */
export async function noteReleases({ client }: Transaction, paymentId: number): Promise<void> {
  await client.query(
    `with used as (select invoice_id, credit_id from payment_invoices where payment_id = $1 or cart_payment_id = $1),
     named as (
       select r.data_source, r.data_source || '/' || r.resource || '/' || r.key as mark
       from used join supply_records r on r.resource = 'invoices' and r.entity_id = used.invoice_id
       union
       select r.data_source, r.data_source || '/' || r.resource || '/' || r.key
       from used join supply_records r on r.resource = 'credits' and r.entity_id = used.credit_id)
     insert into supply_releases (mark, data_source) select mark, data_source from named
     where exists (select from supply_records open where open.state <> 'applied' and open.depends_on && array[named.mark])`,
    [paymentId],
  );
}

export const HAS_RELEASES = sql`exists (select from supply_releases)`;

/** Returns the data sources with released documents. */
export async function listReleases(database: Database): Promise<string[]> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ code: string }>('select distinct data_source as code from supply_releases order by 1');
    return rows.map(({ code }) => code);
  });
}

/** Removes the released documents of a data source, and returns their marks. */
export async function takeReleases(client: pg.ClientBase, dataSource: string): Promise<string[]> {
  const { rows } = await client.query<{ mark: string }>('delete from supply_releases where data_source = $1 returning mark', [dataSource]);
  return [...new Set(rows.map(({ mark }) => mark))];
}

/** Notes that a resource of data sources was delivered now. */
export async function noteDelivery(client: pg.ClientBase, resource: SupplyResource, dataSources: readonly string[]): Promise<void> {
  await client.query(
    `insert into supply_deliveries (data_source, resource, delivered_at) select distinct code, $1, now() from unnest($2::text[]) as code
     on conflict (data_source, resource) do update set delivered_at = greatest(supply_deliveries.delivered_at, excluded.delivered_at)`,
    [resource, dataSources],
  );
}

/** Returns the global numbers of customers. */
export async function findGlobalNumbers(client: pg.ClientBase, customerIds: readonly number[]): Promise<Map<number, string>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; number: string }>(
    'select id, global_customer_number as number from customers where id = any($1::bigint[])',
    [customerIds],
  );
  return new Map(rows.map(({ id, number }) => [Number(id), number]));
}

/** Returns the ids of the states by their two letters. */
export async function readStateIds(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: number; abbreviation: string }>('select id, abbreviation from states');
  return new Map(rows.map(({ id, abbreviation }) => [abbreviation, id]));
}
