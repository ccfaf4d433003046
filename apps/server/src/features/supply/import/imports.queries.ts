import type { ImportFormat, ImportMapping, ImportMode, ImportRow, ImportState } from '@yardage/contract/imports';
import type { SupplyOutcome } from '@yardage/contract/supply-outcomes';
import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';

export type Counts = Record<SupplyOutcome, number>;

/** A row that was not applied, and why. */
export interface RowProblem {
  line: number;
  key: string | null;
  outcome: SupplyOutcome;
  field: string | null;
  message: string;
}

/** What a run needs to know about its import. */
export interface Run {
  id: number;
  resource: SupplyResource;
  dataSource: string | null;
  mode: ImportMode;
  format: ImportFormat;
  mapping: ImportMapping;
  modifiedAt: string;
  lastLine: number;
  totalBytes: number;
  fileName: string;
  /** Null for the command. */
  createdBy: number | null;
}

/** How far a run got. */
export interface Checkpoint {
  /** Where the run was before, so that two processes cannot both continue it. */
  fromLine: number;
  lastLine: number;
  rows: number;
  readBytes: number;
  counts: Counts;
  problems: readonly RowProblem[];
}

/** Most rows that a report lists. */
export const MAX_PROBLEMS = 200_000;
const LISTED = 20;
/** A run without a checkpoint for this long is taken over by another process. No batch takes that long. */
const SILENT_SECONDS = 120;
const KEPT_DAYS = 7;
/** An upload without a new part for this long counts as interrupted. A part takes less time, also on a slow line. */
const ARRIVING_SECONDS = 60;

const isOfCommand = sql`i.file_hash is not null`;
const isSilent = sql.raw(`i.beat_at < now() - make_interval(secs => ${SILENT_SECONDS})`);

const importJson = jsonObject({
  id: sql`i.id`,
  resource: sql`i.resource`,
  dataSource: sql`i.data_source`,
  fileName: sql`i.file_name`,
  totalBytes: sql`i.total_bytes`,
  receivedBytes: sql`i.received_bytes`,
  isArriving: sql`i.state = 'uploading' and coalesce(i.beat_at, i.created_at) > now() - make_interval(secs => ${sql.raw(String(ARRIVING_SECONDS))})`,
  hasFile: sql`exists (select from import_parts p where p.import_id = i.id and p.start_byte = 0)`,
  // A silent run of the command counts as cancelled: the server cannot take it over, because it does not have the file.
  state: sql`case when ${isOfCommand} and i.state = 'running' and ${isSilent} then 'cancelled' else i.state end`,
  isOfCommand,
  mode: sql`i.mode`,
  readBytes: sql`i.read_bytes`,
  readRows: sql`i.read_rows`,
  counts: sql`jsonb_build_object('created', 0, 'updated', 0, 'unchanged', 0, 'stale', 0, 'waiting', 0, 'refused', 0) || i.counts`,
  failure: sql`i.failure`,
  isCancelling: sql`i.is_cancelling`,
  createdAt: isoMillisecond(sql`i.created_at`),
  createdBy: sql`(select u.first_name || ' ' || u.last_name from users u where u.id = i.created_by)`,
  finishedAt: isoMillisecond(sql`i.finished_at`),
});

export async function listImports(database: Database): Promise<ImportRow[]> {
  const rows = await database.read<ImportRow[]>(
    'system',
    sql`select coalesce(json_agg(${importJson} order by i.id desc), '[]') as answer
      from (select * from imports order by id desc limit ${LISTED}) as i`,
  );
  return rows ?? [];
}

export async function findImport(database: Database, id: number): Promise<ImportRow | undefined> {
  return database.read<ImportRow>('system', sql`select ${importJson} as answer from imports i where i.id = ${id}`);
}

/** Locks an import and returns its current state. */
export async function lockImport({ client }: Transaction, id: number): Promise<ImportStanding | undefined> {
  const { rows } = await client.query<{
    state: ImportState;
    received: string;
    total: string;
    file_hash: string | null;
    mode: string | null;
    has_file: boolean;
  }>(
    `select state, received_bytes as received, total_bytes as total, file_hash, mode,
       exists (select from import_parts p where p.import_id = imports.id and p.start_byte = 0) as has_file
     from imports where id = $1 for update`,
    [id],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { state, received, total, mode } = row;
  return {
    state,
    receivedBytes: Number(received),
    totalBytes: Number(total),
    isOfCommand: row.file_hash !== null,
    hasRun: mode !== null,
    hasFile: row.has_file,
  };
}

interface ImportStanding {
  state: ImportState;
  receivedBytes: number;
  totalBytes: number;
  isOfCommand: boolean;
  hasRun: boolean;
  /** The content of old uploads is removed. */
  hasFile: boolean;
}

export interface NewImport {
  resource: SupplyResource;
  dataSource: string | null;
  fileName: string;
  totalBytes: number;
  modifiedAt: string;
  /** Set for a file that the command reads from its own folder. */
  fileHash: string | null;
  createdBy: number | null;
}

export async function insertImport({ client }: Transaction, given: NewImport): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into imports (resource, data_source, file_name, total_bytes, modified_at, file_hash, created_by, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      given.resource,
      given.dataSource,
      given.fileName,
      given.totalBytes,
      given.modifiedAt,
      given.fileHash,
      given.createdBy,
      given.fileHash === null ? 'uploading' : 'ready',
    ],
  );
  return Number(rows[0]?.id);
}

/** The command's unfinished import of a file. */
export interface UnfinishedRun {
  id: number;
  /** Whether it reads the file in the same way. */
  isSame: boolean;
  /** Whether another process works on it. */
  isRunning: boolean;
}

/** Returns the command's unfinished import of the same file, if there is one. */
export async function findUnfinished(
  database: Database,
  given: NewImport,
  { format, mapping }: Pick<Run, 'format' | 'mapping'>,
): Promise<UnfinishedRun | undefined> {
  return database.read<UnfinishedRun>(
    'system',
    sql`select json_build_object('id', i.id, 'isRunning', i.state = 'running' and not ${isSilent}, 'isSame', i.format = ${JSON.stringify(format)}::jsonb and i.mapping = ${JSON.stringify(mapping)}::jsonb) as answer
      from imports i where i.file_hash = ${given.fileHash} and i.resource = ${given.resource}
      and i.data_source is not distinct from ${given.dataSource} and i.mode = 'import' and (i.last_line > 0 or i.state = 'running') and i.state <> 'done'
      order by i.id desc limit 1`,
  );
}

export async function addPart({ client }: Transaction, id: number, start: number, content: Buffer, isLast: boolean): Promise<void> {
  await client.query('insert into import_parts (import_id, start_byte, content) values ($1, $2, $3)', [id, start, content]);
  await client.query(
    `update imports set received_bytes = $2, beat_at = now(), state = case when $3 then 'ready' else state end where id = $1`,
    [id, start + content.length, isLast],
  );
}

/** Returns the part of a file that begins at a byte. */
export async function readPart(database: Database, id: number, start: number): Promise<Buffer | undefined> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ content: Buffer }>('select content from import_parts where import_id = $1 and start_byte = $2', [
      id,
      start,
    ]);
    return rows[0]?.content;
  });
}

/** Prepares a run from the first row. */
export async function beginRun(
  { client }: Transaction,
  id: number,
  run: { mode: ImportMode; format: ImportFormat; mapping: ImportMapping; state: 'queued' | 'running' },
): Promise<void> {
  await client.query('delete from import_findings where import_id = $1', [id]);
  await client.query(
    `update imports set state = $2, mode = $3, format = $4, mapping = $5, last_line = 0, read_rows = 0, read_bytes = 0, counts = '{}',
       failure = null, is_cancelling = false, finished_at = null, beat_at = now() where id = $1`,
    [id, run.state, run.mode, JSON.stringify(run.format), JSON.stringify(run.mapping)],
  );
}

/** Lets a run continue where it stopped. */
export async function continueRun({ client }: Transaction, id: number, state: 'queued' | 'running'): Promise<void> {
  await client.query(
    'update imports set state = $2, failure = null, is_cancelling = false, finished_at = null, beat_at = now() where id = $1',
    [id, state],
  );
}

/** Cancels a run that has not started, or asks the process that runs it to stop. */
export async function requestCancel({ client }: Transaction, id: number): Promise<void> {
  await client.query(
    `update imports set is_cancelling = state = 'running', finished_at = case when state = 'queued' then now() end,
       state = case when state = 'queued' then 'cancelled' else state end where id = $1`,
    [id],
  );
}

const RUN_COLUMNS = `id, resource, data_source as "dataSource", mode, format, mapping, modified_at as "modifiedAt", last_line as "lastLine",
  total_bytes as "totalBytes", file_name as "fileName", created_by as "createdBy"`;

type StoredRun = Omit<Run, 'id' | 'lastLine' | 'totalBytes' | 'modifiedAt' | 'createdBy'> & {
  id: string;
  createdBy: string | null;
  lastLine: string;
  totalBytes: string;
  modifiedAt: Date;
};

const toRun = (row: StoredRun): Run => ({
  ...row,
  id: Number(row.id),
  createdBy: row.createdBy === null ? null : Number(row.createdBy),
  lastLine: Number(row.lastLine),
  totalBytes: Number(row.totalBytes),
  modifiedAt: row.modifiedAt.toISOString(),
});

const IS_WAITING_RUN = `file_hash is null
           and (state = 'queued' or state = 'running' and beat_at < now() - make_interval(secs => ${SILENT_SECONDS}))`;
export const HAS_WAITING_RUNS = sql`exists (select from imports where ${sql.raw(IS_WAITING_RUN)})`;

/** Takes the oldest run that waits, or whose process died. Never one of the command, whose file is elsewhere. */
export async function claimRun(database: Database): Promise<Run | undefined> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<StoredRun>(
      `update imports set state = 'running', beat_at = now() where id = (
         select id from imports where ${IS_WAITING_RUN}
         order by id limit 1 for update skip locked) returning ${RUN_COLUMNS}`,
    );
    return rows[0] && toRun(rows[0]);
  });
}

export async function readRun(database: Database, id: number): Promise<Run> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<StoredRun>(`select ${RUN_COLUMNS} from imports where id = $1`, [id]);
    if (!rows[0]) throw new Error(`import ${id} is gone`);
    return toRun(rows[0]);
  });
}

/** Stores how far a run got. Returns whether to go on; undefined if another process has taken the run over. */
export async function saveCheckpoint({ client }: Transaction, id: number, point: Checkpoint): Promise<boolean | undefined> {
  const { rows } = await client.query<{ is_cancelling: boolean }>(
    `update imports set last_line = $3, read_rows = read_rows + $4, read_bytes = $5, beat_at = now(),
       counts = (select jsonb_object_agg(outcome, added::bigint + coalesce((imports.counts ->> outcome)::bigint, 0)) from jsonb_each_text($6) as given(outcome, added))
     where id = $1 and last_line = $2 and state = 'running' returning is_cancelling`,
    [id, point.fromLine, point.lastLine, point.rows, point.readBytes, JSON.stringify(point.counts)],
  );
  if (!rows[0]) return undefined;
  if (point.problems.length > 0) {
    await client.query(
      `insert into import_findings (import_id, line, key, outcome, field, message)
       select $1, line, key, outcome, field, message
       from json_to_recordset($2::json) as given(line bigint, key text, outcome text, field text, message text)
       where (select count(*) from (select from import_findings where import_id = $1 limit ${MAX_PROBLEMS}) as known) < ${MAX_PROBLEMS}`,
      [id, JSON.stringify(point.problems)],
    );
  }
  return !rows[0].is_cancelling;
}

/** Ends a run, or returns it to the queue. A run that was cancelled meanwhile ends as cancelled instead of being queued again. */
export async function endRun(
  database: Database,
  id: number,
  state: ImportState,
  failure: string | null,
  readBytes?: number,
): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query(
      `update imports set state = case when $2 = 'queued' and is_cancelling then 'cancelled' else $2 end, failure = $3, is_cancelling = false,
         read_bytes = coalesce($4, read_bytes), finished_at = case when $2 <> 'queued' or is_cancelling then now() end where id = $1`,
      [id, state, failure, readBytes ?? null],
    ),
  );
}

/** Returns the next problems of a report, oldest first. */
export async function readProblems(database: Database, id: number, after: number, limit: number): Promise<(RowProblem & { id: number })[]> {
  const rows = await database.read<(RowProblem & { id: number })[]>(
    'system',
    sql`select coalesce(json_agg(row_to_json(page) order by page.id), '[]') as answer from (
      select f.id, f.line, f.key, f.outcome, f.field, f.message from import_findings f where f.import_id = ${id} and f.id > ${after}
      order by f.id limit ${limit}) as page`,
  );
  return rows ?? [];
}

export async function rememberMapping(
  { client }: Transaction,
  dataSource: string | null,
  resource: string,
  mapping: ImportMapping,
): Promise<void> {
  await client.query(
    `insert into import_mappings (data_source, resource, mapping) values ($1, $2, $3)
     on conflict (data_source, resource) do update set mapping = excluded.mapping`,
    [dataSource ?? '', resource, JSON.stringify(mapping)],
  );
}

export async function recallMapping(database: Database, dataSource: string | null, resource: string): Promise<ImportMapping | undefined> {
  return database.read<ImportMapping>(
    'system',
    sql`select m.mapping as answer from import_mappings m where m.data_source = ${dataSource ?? ''} and m.resource = ${resource}`,
  );
}

export interface KnownDataSource {
  code: string;
  name: string;
  timeZone: string;
}

/** Returns the data sources that were delivered. Nothing can refer to another one, such as those of the demo. */
export async function listDataSources(database: Database): Promise<KnownDataSource[]> {
  const rows = await database.read<KnownDataSource[]>(
    'system',
    sql`select coalesce(json_agg(json_build_object('code', d.code, 'name', d.name, 'timeZone', d.time_zone) order by d.name), '[]') as answer
      from data_sources d where exists (
        select from supply_records r where r.resource = 'data-sources' and r.data_source = d.code and r.entity_id is not null)`,
  );
  return rows ?? [];
}

/** Removes the content of old uploads, which is a copy of the supplier's own file. Reports stay. */
export async function removeOldParts(database: Database): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query(
      `delete from import_parts p using imports i where i.id = p.import_id and i.state not in ('queued', 'running')
         and i.created_at < now() - make_interval(days => ${KEPT_DAYS})`,
    ),
  );
}
