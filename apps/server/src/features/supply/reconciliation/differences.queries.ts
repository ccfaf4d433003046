import type { listDifferences } from '@yardage/contract/control-totals';
import type { Answer } from '@yardage/contract/endpoint';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond } from '#server/database/sql';
import { isAllowed } from '../supply.queries.ts';

export type Kind = 'open-invoices' | 'tickets';

/** A record of ours that counts towards a total. */
export interface OurRecord {
  subject: string;
  /** The supplier's key; null for a record that did not come from its systems. */
  key: string | null;
  number: string;
  value: number;
}

export interface Difference {
  subject: string;
  measure: 'count' | 'amount' | 'quantity';
  key: string | null;
  theirs: number | null;
  ours: number | null;
}

interface OurRow {
  subject: string;
  key: string | null;
  number: string;
  value: string;
}

const toRecord = (row: OurRow): OurRecord => ({ ...row, value: Number(row.value) });

/** Returns the open invoices of customers, or of all customers of a data source, in dollars. */
export async function findOpenInvoices(
  { client }: Transaction,
  dataSource: string,
  customerKeys: readonly string[] | null,
): Promise<OurRecord[]> {
  const { rows } = await client.query<OurRow>(
    `select c.key as subject, r.key, i.document_number as number, i.open_cents / 100.0 as value
     from supply_records c join invoices i on i.customer_id = c.entity_id and i.open_cents > 0
     left join supply_records r on r.resource = 'invoices' and r.entity_id = i.id
     where c.resource = 'customers' and c.data_source = $1 and ($2::text[] is null or c.key = any($2::text[]))`,
    [dataSource, customerKeys],
  );
  return rows.map(toRecord);
}

/** Returns the tickets of days of a data source that are not cancelled. */
export async function findTickets({ client }: Transaction, dataSource: string, days: readonly string[]): Promise<OurRecord[]> {
  const { rows } = await client.query<OurRow>(
    `select (t.ticketed_at at time zone d.time_zone)::date::text as subject, r.key, t.ticket_number as number, t.quantity as value
     from data_sources d join customers c on c.data_source_id = d.id join tickets t on t.customer_id = c.id
     left join supply_records r on r.resource = 'tickets' and r.entity_id = t.id
     where d.code = $1 and not t.is_cancelled and (t.ticketed_at at time zone d.time_zone)::date = any($2::date[])
       and t.ticketed_at >= (select min(day)::timestamp at time zone d.time_zone from unnest($2::date[]) as day)
       and t.ticketed_at < (select (max(day) + 1)::timestamp at time zone d.time_zone from unnest($2::date[]) as day)`,
    [dataSource, days],
  );
  return rows.map(toRecord);
}

/** Replaces the stored differences of some subjects, or of all of a kind, by those of a new comparison. */
export async function replaceDifferences(
  { client }: Transaction,
  dataSource: string,
  kind: Kind,
  subjects: readonly string[] | null,
  differences: readonly Difference[],
): Promise<void> {
  await client.query(
    'delete from control_differences where data_source = $1 and kind = $2 and ($3::text[] is null or subject = any($3::text[]))',
    [dataSource, kind, subjects],
  );
  await client.query(
    `insert into control_differences (data_source, kind, subject, measure, key, theirs, ours)
     select $1, $2, subject, measure, key, theirs, ours
     from json_to_recordset($3::json) as given(subject text, measure text, key text, theirs numeric, ours numeric)`,
    [dataSource, kind, JSON.stringify(differences)],
  );
}

export interface DifferenceFilter {
  dataSource?: string | undefined;
  after: number;
  limit: number;
}

type Item = Answer<typeof listDifferences>['items'][number] & { id: number };

/** Returns differences, oldest first, and how many there are. `allowed` limits the data sources. */
export async function listDifferenceRows(
  database: Database,
  { dataSource, after, limit }: DifferenceFilter,
  allowed: readonly string[] | null,
): Promise<{ total: number; items: Item[] }> {
  const isWanted = sql`(${dataSource ?? null}::text is null or d.data_source = ${dataSource ?? null})
    and ${isAllowed(sql`d.data_source`, allowed)}`;
  const found = await database.read<{ total: number; items: Item[] }>(
    'system',
    sql`select json_build_object('total', (select count(*) from control_differences d where ${isWanted}), 'items',
      (select coalesce(json_agg(row_to_json(page) order by page.id), '[]') from (
        select d.id, d.data_source as "dataSource", d.kind, d.subject, d.measure, d.key, d.theirs, d.ours,
          ${isoMillisecond(sql`d.compared_at`)} as "comparedAt"
        from control_differences d where ${isWanted} and d.id > ${after} order by d.id limit ${limit}) as page)) as answer`,
  );
  return found ?? { total: 0, items: [] };
}
