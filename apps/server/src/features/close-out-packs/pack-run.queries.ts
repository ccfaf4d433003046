import type { PackFailure, PackKind, PackState } from '@yardage/contract/close-out-packs';
import type { Database, Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isMemberInForce } from '#server/http/member-in-force.queries';
import { nameAtCustomer } from '#server/http/member-name.queries';
import { KEPT_DAYS, type PackRights } from './close-out-packs.queries.ts';

/** What a run needs to know about its pack. */
export interface PackRun extends Member, PackRights {
  id: number;
  kind: PackKind;
  job: string | null;
  /** Null in packs from before job numbers identified jobs. */
  jobNumber: string | null;
  jobAddress: string | null;
  /** As `yyyy-MM`. */
  month: string | null;
  language: string | null;
  doneCount: number;
  totalCount: number;
  writtenBytes: number;
  createdAt: string;
  /** Of the customer's plants. */
  timeZone: string;
}

export type ItemKind = 'ticket' | 'invoice';

/** A record that is not in the file yet. */
export interface PackItem {
  position: number;
  kind: ItemKind;
  recordId: number;
  fileName: string;
}

/** What is known of a record once its file was written. */
export interface WrittenItem {
  position: number;
  facts: object | null;
  startByte: number | null;
  byteCount: number | null;
  checksum: number | null;
}

/** How far a run got. */
export interface PackProgress {
  /** Where the run was before, so that two processes cannot both continue it. */
  fromCount: number;
  doneCount: number;
  startByte: number;
  content: Buffer;
  items: readonly WrittenItem[];
}

/** A run that reports no progress for this long counts as dead. No chunk takes that long. */
const SILENT_SECONDS = 60;

const IS_WAITING_PACK = `(state = 'queued' or state = 'running' and beat_at < now() - make_interval(secs => ${SILENT_SECONDS}))`;
export const HAS_WAITING_PACKS = sql`exists (select from close_out_packs where ${sql.raw(IS_WAITING_PACK)})`;

/** Takes the oldest pack that waits, or whose process died. */
export async function claimPack(database: Database): Promise<PackRun | undefined> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ answer: PackRun }>(
      `update close_out_packs p set state = 'running', beat_at = now() where id = (
         select id from close_out_packs where ${IS_WAITING_PACK}
         order by id limit 1 for update skip locked)
       returning json_build_object('id', p.id, 'customerId', p.customer_id, 'userId', p.user_id, 'kind', p.kind, 'job', p.job,
         'jobNumber', p.job_number, 'jobAddress', p.job_address,
         'month', to_char(p.month, 'YYYY-MM'), 'withAmounts', p.with_amounts, 'withInvoices', p.with_invoices,
         'withStatus', p.with_status, 'withHistory', p.with_history, 'language', p.language,
         'doneCount', p.done_count, 'totalCount', p.total_count, 'writtenBytes', p.written_bytes, 'createdAt', p.created_at,
         'timeZone', (select d.time_zone from customers c join data_sources d on d.id = c.data_source_id where c.id = p.customer_id)) as answer`,
    );
    return rows[0]?.answer;
  });
}

/** Returns the permission codes that the maker holds now; none if they left. */
export async function findMakersCodes(database: Database, { customerId, userId }: Member): Promise<Set<string>> {
  const codes = await database.read<string[]>(
    'system',
    sql`select coalesce(json_agg(may.code), '[]') as answer from members m join users u on u.id = m.user_id
      join role_permissions may on may.role_id = m.role_id
      where m.customer_id = ${customerId} and m.user_id = ${userId} and ${isMemberInForce()} and u.is_enabled`,
  );
  return new Set(codes);
}

/** Returns the next records that are not in the file yet. */
export async function nextItems(database: Database, { id, doneCount }: PackRun, limit: number): Promise<PackItem[]> {
  const items = await database.read<PackItem[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('position', i.position, 'kind', i.kind, 'recordId', i.record_id, 'fileName', i.file_name)
        order by i.position), '[]') as answer
      from (select * from close_out_pack_items i where i.pack_id = ${id} and i.position > ${doneCount} order by i.position limit ${limit}) as i`,
  );
  return items ?? [];
}

/** Adds a part to the file. Returns whether to go on; undefined if another process has taken over or the pack is gone. */
export async function saveProgress(
  { client }: Transaction,
  { id, customerId }: PackRun,
  { fromCount, doneCount, startByte, content, items }: PackProgress,
): Promise<boolean | undefined> {
  const { rows } = await client.query<{ is_cancelling: boolean }>(
    `update close_out_packs set done_count = $3, written_bytes = $4, beat_at = now()
     where id = $1 and done_count = $2 and state = 'running' and written_bytes = $5 returning is_cancelling`,
    [id, fromCount, doneCount, startByte + content.length, startByte],
  );
  if (!rows[0]) return undefined;
  await insertPart(client, { id, customerId }, startByte, content);
  await client.query(
    `update close_out_pack_items i set facts = given.facts, start_byte = given."startByte", byte_count = given."byteCount", checksum = given.checksum
     from json_to_recordset($2::json) as given(position integer, facts jsonb, "startByte" bigint, "byteCount" bigint, checksum bigint)
     where i.pack_id = $1 and i.position = given.position`,
    [id, JSON.stringify(items)],
  );
  return !rows[0].is_cancelling;
}

/** Adds the last part and lets the file be downloaded. Returns false if another process did so or the pack was cancelled. */
export async function finishPack(
  { client }: Transaction,
  { id, customerId, doneCount }: PackRun,
  startByte: number,
  content: Buffer,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update close_out_packs set state = 'done', written_bytes = $4, finished_at = now(), expires_at = now() + make_interval(days => ${KEPT_DAYS})
     where id = $1 and done_count = $2 and state = 'running' and written_bytes = $3 and not is_cancelling`,
    [id, doneCount, startByte, startByte + content.length],
  );
  if (rowCount === 0) return false;
  await insertPart(client, { id, customerId }, startByte, content);
  return true;
}

async function insertPart(
  client: Transaction['client'],
  { id, customerId }: Pick<PackRun, 'id' | 'customerId'>,
  startByte: number,
  content: Buffer,
): Promise<void> {
  if (content.length === 0) return;
  await client.query('insert into close_out_pack_parts (pack_id, customer_id, start_byte, content) values ($1, $2, $3, $4)', [
    id,
    customerId,
    startByte,
    content,
  ]);
}

/** Ends a run that made no file, or gives it back to the queue, unless it was cancelled meanwhile. A cancelled pack keeps nothing. */
export async function endPack(
  database: Database,
  id: number,
  state: Extract<PackState, 'queued' | 'cancelled' | 'failed'>,
  failure: PackFailure | null = null,
): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    const goesOn = `($2 = 'queued' and not is_cancelling)`;
    const { rows } = await client.query<{ state: PackState }>(
      `update close_out_packs set state = case when $2 = 'queued' and is_cancelling then 'cancelled' else $2 end, failure = $3, is_cancelling = false,
         finished_at = case when not ${goesOn} then now() end,
         expires_at = case when not ${goesOn} then now() + make_interval(days => ${KEPT_DAYS}) end
       where id = $1 and state = 'running' returning state`,
      [id, state, failure],
    );
    if (rows[0]?.state === 'cancelled') await client.query('delete from close_out_pack_parts where pack_id = $1', [id]);
  });
}

/** An entry of the ZIP file with what the index says about it. */
export interface WrittenEntry {
  position: number;
  kind: ItemKind;
  fileName: string;
  startByte: number;
  byteCount: number;
  checksum: number;
  facts: Record<string, string | number | boolean | null>;
}

/** Returns the next entries of the file, for the index. Records that were gone when their turn came have none. */
export async function readEntries(database: Database, id: number, after: number, limit: number): Promise<WrittenEntry[]> {
  const entries = await database.read<WrittenEntry[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('position', i.position, 'kind', i.kind, 'fileName', i.file_name, 'startByte', i.start_byte,
        'byteCount', i.byte_count, 'checksum', i.checksum, 'facts', i.facts - 'products') order by i.position), '[]') as answer
      from (select * from close_out_pack_items i where i.pack_id = ${id} and i.position > ${after} and i.start_byte is not null
        order by i.position limit ${limit}) as i`,
  );
  return entries ?? [];
}

/** The quantity of a product in all tickets that count. */
export interface ProductSum {
  code: string;
  description: string;
  unit: string;
  quantity: number;
  loads: number;
}

/** Counts and sums of what is in a pack. Cancelled and void records are in no sum, rejected loads in no quantity. */
export interface PackSums {
  tickets: number;
  cancelled: number;
  signed: number;
  rejected: number;
  invoices: number;
  voided: number;
  totalCents: number;
  openCents: number;
}

/** The customer and the maker as the summary names them. */
export interface PackHeading {
  company: string;
  number: string;
  maker: string;
  timeZone: string;
}

/** Returns the quantities by product over all tickets that were neither cancelled nor rejected on the job. */
export async function sumProducts(database: Database, id: number): Promise<ProductSum[]> {
  const sums = await database.read<ProductSum[]>(
    'system',
    sql`select coalesce(json_agg(row_to_json(s) order by s.code, s.unit), '[]') as answer from (
        select line ->> 'code' as code, max(line ->> 'description') as description, line ->> 'unit' as unit,
          sum((line ->> 'quantity')::numeric) as quantity, count(distinct i.position) as loads
        from close_out_pack_items i cross join jsonb_array_elements(i.facts -> 'products') as line
        where i.pack_id = ${id} and i.kind = 'ticket' and (i.facts ->> 'isCancelled')::boolean is not true
          and (i.facts ->> 'isRejected')::boolean is not true
        group by line ->> 'code', line ->> 'unit') as s`,
  );
  return sums ?? [];
}

/** Returns counts of the tickets, and counts and sums in cents of the invoices that are not void. */
export async function sumRecords(database: Database, id: number): Promise<PackSums> {
  const cents = (name: string) =>
    sql`coalesce(sum(round((i.facts ->> ${name}::text)::numeric * 100)) filter (where i.kind = 'invoice' and not is_void), 0)`;
  return (await database.read<PackSums>(
    'system',
    sql`select json_build_object('tickets', count(*) filter (where i.kind = 'ticket' and not is_cancelled),
        'cancelled', count(*) filter (where i.kind = 'ticket' and is_cancelled),
        'signed', count(*) filter (where (i.facts ->> 'isSigned')::boolean), 'rejected', count(*) filter (where (i.facts ->> 'isRejected')::boolean),
        'invoices', count(*) filter (where i.kind = 'invoice' and not is_void), 'voided', count(*) filter (where i.kind = 'invoice' and is_void),
        'totalCents', ${cents('amount')}, 'openCents', ${cents('open')}) as answer
      from (select i.*, (i.facts ->> 'isCancelled')::boolean is true as is_cancelled, (i.facts ->> 'isVoid')::boolean is true as is_void
        from close_out_pack_items i where i.pack_id = ${id} and i.start_byte is not null) as i`,
  )) as PackSums;
}

/** Returns the customer and the maker as the summary names them. */
export async function findHeading(database: Database, { customerId, userId }: Member): Promise<PackHeading> {
  return (await database.read<PackHeading>(
    'system',
    sql`select json_build_object('company', c.company_name, 'number', c.customer_number, 'timeZone', d.time_zone,
        'maker', ${nameAtCustomer('maker.id', 'c.id')}) as answer
      from customers c join data_sources d on d.id = c.data_source_id left join users maker on maker.id = ${userId} where c.id = ${customerId}`,
  )) as PackHeading;
}

/** Returns the ids of these invoices by their numbers. */
export async function findInvoiceIdsByNumber(database: Database, actor: Member, ids: readonly number[]): Promise<Map<string, number>> {
  const pairs = await database.read<[string, number][]>(
    actor,
    sql`select coalesce(json_agg(json_build_array(i.document_number, i.id)), '[]') as answer from invoices i
      where i.customer_id = ${actor.customerId} and i.id = any(${`{${ids.join(',')}}`}::bigint[])`,
  );
  return new Map(pairs);
}

/** Returns whether somebody wants the run to stop. */
export async function isCancelling(database: Database, id: number): Promise<boolean> {
  const answer = await database.read<boolean>('system', sql`select p.is_cancelling as answer from close_out_packs p where p.id = ${id}`);
  return answer === true;
}
