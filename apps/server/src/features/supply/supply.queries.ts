import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, textArray } from '#server/database/sql';
import type { FieldErrors } from '#server/http/api-error';

/** Which open records to list. */
export interface OpenFilter {
  resource?: SupplyResource | undefined;
  dataSource?: string | undefined;
  /** The last record of the page before: the time of its arrival in milliseconds, and its id. */
  after: string;
  limit: number;
}

/** A record that waits or was refused. */
export interface OpenRecord {
  id: number;
  resource: SupplyResource;
  dataSource: string;
  key: string;
  updatedAt: string;
  receivedAt: string;
  ageSeconds: number;
  dependsOn: string[];
  errors: FieldErrors | null;
}

/** Whether a key that is limited to some data sources may see a row. */
export const isAllowed = (code: SQL, allowed: readonly string[] | null): SQL =>
  allowed ? sql`${code} = any(${textArray(allowed)})` : sql`true`;

/** Returns a page of the records in a state, and how many there are. Those whose version arrived first are first. */
export async function listOpen(
  database: Database,
  state: 'waiting' | 'refused',
  { resource, dataSource, after, limit }: OpenFilter,
  allowed: readonly string[] | null,
): Promise<{ total: number; items: OpenRecord[] }> {
  const [afterMs, afterId = '0'] = after.split('-');
  const ofKind = sql`r.state = ${state} and (${resource ?? null}::text is null or r.resource = ${resource ?? null})
    and (${dataSource ?? null}::text is null or r.data_source = ${dataSource ?? null})
    and ${isAllowed(sql`r.data_source`, allowed)}`;
  const found = await database.read<{ total: number; items: OpenRecord[] }>(
    'system',
    sql`select json_build_object('total', (select count(*) from supply_records r where ${ofKind}), 'items',
      (select coalesce(json_agg(row_to_json(page) order by page."receivedAt", page.id), '[]') from (
        select r.id, r.resource, r.data_source as "dataSource", r.key, ${isoMillisecond(sql`r.updated_at`)} as "updatedAt",
          ${isoMillisecond(sql`r.received_at`)} as "receivedAt", greatest(0, extract(epoch from now() - r.received_at))::int as "ageSeconds",
          r.depends_on as "dependsOn", r.errors
        from supply_records r where ${ofKind}
          and (r.received_at, r.id) > (to_timestamp(${afterMs}::float8 / 1000)::timestamptz(3), ${afterId}::bigint)
        order by r.received_at, r.id limit ${limit}) as page)) as answer`,
  );
  return found ?? { total: 0, items: [] };
}

/** When a resource of a data source was last delivered, and what of it is open. */
export interface Freshness {
  dataSource: string;
  resource: SupplyResource;
  deliveredAt: string;
  ageSeconds: number;
  waiting: number;
  refused: number;
}

/** Returns how fresh all resources are. */
export async function listFreshness(database: Database, allowed: readonly string[] | null): Promise<Freshness[]> {
  const openOf = (state: 'waiting' | 'refused') =>
    sql`(select count(*) from supply_records r where r.state = ${state} and r.data_source = d.data_source and r.resource = d.resource)`;
  const found = await database.read<Freshness[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('dataSource', d.data_source, 'resource', d.resource, 'deliveredAt', ${isoMillisecond(sql`d.delivered_at`)},
        'ageSeconds', greatest(0, extract(epoch from now() - d.delivered_at))::int, 'waiting', ${openOf('waiting')}, 'refused', ${openOf('refused')})
        order by d.data_source, d.resource), '[]') as answer
      from supply_deliveries d where ${isAllowed(sql`d.data_source`, allowed)}`,
  );
  return found ?? [];
}

/** Returns when a resource of a data source was last delivered. */
export async function findFreshness(
  database: Database,
  dataSource: string,
  resource: SupplyResource,
): Promise<Pick<Freshness, 'deliveredAt' | 'ageSeconds'> | undefined> {
  return database.read(
    'system',
    sql`select json_build_object('deliveredAt', ${isoMillisecond(sql`d.delivered_at`)},
        'ageSeconds', greatest(0, extract(epoch from now() - d.delivered_at))::int) as answer
      from supply_deliveries d where d.data_source = ${dataSource} and d.resource = ${resource}`,
  );
}

/** Returns all data sources by name, those of the demo included. */
export async function listSources(database: Database): Promise<{ code: string; name: string }[]> {
  const found = await database.read<{ code: string; name: string }[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('code', code, 'name', name) order by name), '[]') as answer from data_sources`,
  );
  return found ?? [];
}
