import type { getPackOptions, PackRow, PackState } from '@yardage/contract/close-out-packs';
import type { Answer } from '@yardage/contract/endpoint';
import type { JobPlace } from '@yardage/domain/job-key';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject, startOfDay } from '#server/database/sql';
import { latestOfOrders, orderAddress, orderJobKey, orderJobNumber } from '#server/features/orders/job-key.queries';

const LISTED = 50;
const MAX_JOBS = 500;

/** For how many days a finished file can be downloaded. */
export const KEPT_DAYS = 7;

const countOf = (kind: string) =>
  sql`(select count(*) from close_out_pack_items i where i.pack_id = p.id and i.kind = ${sql.raw(`'${kind}'`)})`;

const packJson = jsonObject({
  id: sql`p.id`,
  kind: sql`p.kind`,
  job: sql`p.job`,
  jobNumber: sql`p.job_number`,
  jobAddress: sql`p.job_address`,
  month: sql`to_char(p.month, 'YYYY-MM')`,
  state: sql`p.state`,
  doneCount: sql`p.done_count`,
  totalCount: sql`p.total_count`,
  ticketCount: countOf('ticket'),
  invoiceCount: countOf('invoice'),
  hasAmounts: sql`p.with_amounts`,
  fileBytes: sql`p.written_bytes`,
  failure: sql`p.failure`,
  isCancelling: sql`p.is_cancelling`,
  createdAt: isoMillisecond(sql`p.created_at`),
  finishedAt: isoMillisecond(sql`p.finished_at`),
  expiresAt: isoMillisecond(sql`p.expires_at`),
});

/** A pack belongs to its maker, not to everybody of the customer. Expired ones are gone, even before they are deleted. */
const isOwn = (actor: Member) =>
  sql`p.customer_id = ${actor.customerId} and p.user_id = ${actor.userId} and (p.expires_at is null or p.expires_at > now())`;

export async function listPacks(database: Database, actor: Member): Promise<PackRow[]> {
  const packs = await database.read<PackRow[]>(
    actor,
    sql`select coalesce(json_agg(${packJson} order by p.id desc), '[]') as answer
      from (select * from close_out_packs p where ${isOwn(actor)} order by p.id desc limit ${LISTED}) as p`,
  );
  return packs ?? [];
}

export async function findPack(database: Database, actor: Member, id: number): Promise<PackRow | undefined> {
  return database.read<PackRow>(actor, sql`select ${packJson} as answer from close_out_packs p where p.id = ${id} and ${isOwn(actor)}`);
}

/** Returns the customer's jobs, the latest first, and the first and last month with tickets or, for those who get them, invoices. */
export async function findOptions(
  database: Database,
  actor: Member,
  { timeZone, withInvoices }: { timeZone: string; withInvoices: boolean },
): Promise<Answer<typeof getPackOptions>> {
  const job = jsonObject({ job: sql`j.name`, jobNumber: sql`j.number`, address: sql`j.address`, lastDay: sql`j.last_day` });
  const ticketMonth = (end: SQL) => sql`(select to_char(t.ticketed_at at time zone ${timeZone}::text, 'YYYY-MM') from tickets t
    where t.customer_id = ${actor.customerId} order by t.ticketed_at ${end} limit 1)`;
  const invoiceMonth = (end: SQL) =>
    withInvoices
      ? sql`(select to_char(i.document_date, 'YYYY-MM') from invoices i where i.customer_id = ${actor.customerId} order by i.document_date ${end} limit 1)`
      : sql`null::text`;
  const options = await database.read<Answer<typeof getPackOptions>>(
    actor,
    sql`select json_build_object(
        'jobs', (select coalesce(json_agg(${job} order by j.last_day desc, j.name, j.number, j.address), '[]') from (
          select max(o.ship_date) as last_day, ${latestOfOrders(sql`o.job`)} as name, ${latestOfOrders(orderJobNumber)} as number, ${latestOfOrders(orderAddress)} as address
          from orders o where o.customer_id = ${actor.customerId} group by ${orderJobKey} order by last_day desc, name limit ${MAX_JOBS}) as j),
        'firstMonth', least(${ticketMonth(sql`asc`)}, ${invoiceMonth(sql`asc`)}),
        'lastMonth', greatest(${ticketMonth(sql`desc`)}, ${invoiceMonth(sql`desc`)})) as answer`,
  );
  return options ?? { jobs: [], firstMonth: null, lastMonth: null };
}

/** What a pack is made of. */
export type PackScope = ({ kind: 'job' } & JobPlace) | { kind: 'month'; month: string };

/** What a pack shows, by the rights of its maker when it was requested. */
export interface PackRights {
  withAmounts: boolean;
  withInvoices: boolean;
  /** Whether its invoices show the payment status, and what was paid and credited. */
  withStatus: boolean;
  withHistory: boolean;
}

/** Returns what a pack of the caller shows. A pack of a job without invoices shows none. */
export async function findRights(database: Database, actor: Member, id: number): Promise<PackRights | undefined> {
  const rights = jsonObject({
    withAmounts: sql`p.with_amounts`,
    withInvoices: sql`(p.with_invoices and ${countOf('invoice')} > 0)`,
    withStatus: sql`p.with_status`,
    withHistory: sql`p.with_history`,
  });
  return database.read<PackRights>(actor, sql`select ${rights} as answer from close_out_packs p where p.id = ${id} and ${isOwn(actor)}`);
}

export interface NewPack extends PackRights {
  scope: PackScope;
  timeZone: string;
  language: string;
}

/**
 * Returns the jobs of a customer that a name, with a number or an address, can mean; two if there are several. A name alone means every job
 * that has it.
 */
export async function findJobs({ orm }: Transaction, { customerId }: Member, wanted: JobPlace): Promise<JobPlace[]> {
  const isWanted = wanted.jobNumber || wanted.jobAddress ? isOfJob(wanted) : sql`o.job = ${wanted.job}`;
  const { rows } = await orm.execute<{ job: string; number: string | null; address: string }>(
    sql`select ${latestOfOrders(sql`o.job`)} as job, ${latestOfOrders(orderJobNumber)} as number, ${latestOfOrders(orderAddress)} as address
        from orders o where o.customer_id = ${customerId} and ${isWanted} group by ${orderJobKey} limit 2`,
  );
  return rows.map(({ job, number, address }) => ({ job, jobNumber: number, jobAddress: address }));
}

const keyOf = ({ job, jobNumber: number, jobAddress: address }: JobPlace) => sql`job_key(${number}::text, ${job}::text, ${address}::text)`;
/** Whether the order `o` belongs to a job. */
const isOfJob = (place: JobPlace) => sql`${orderJobKey} = ${keyOf(place)}`;

const firstDayOf = (month: string) => `${month}-01`;

/** Returns the maker's pack of the same records that is waiting or being made. */
export async function findBusyTwin({ orm }: Transaction, actor: Member, scope: PackScope): Promise<number | undefined> {
  const isSame =
    scope.kind === 'job'
      ? sql`job_key(p.job_number, p.job, p.job_address) = ${keyOf(scope)}`
      : sql`p.month = ${firstDayOf(scope.month)}::date`;
  const { rows } = await orm.execute<{ id: string }>(
    sql`select p.id from close_out_packs p where ${isOwn(actor)} and p.kind = ${scope.kind} and ${isSame}
        and p.state in ('queued', 'running') and not p.is_cancelling order by p.id desc limit 1`,
  );
  return rows[0] && Number(rows[0].id);
}

export async function countBusy({ orm }: Transaction, actor: Member): Promise<number> {
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from close_out_packs p where ${isOwn(actor)} and p.state in ('queued', 'running')`,
  );
  return Number(rows[0]?.total ?? 0);
}

/** Lets one request of a person at a time start a pack, so that two clicks cannot start two. */
export async function lockMaker({ orm }: Transaction, { customerId, userId }: Member): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`close-out-pack ${customerId} ${userId}`}, 0))`);
}

/** A file name takes letters, digits, dots, hyphens and underscores of a record's number. */
const plain = (number: SQL) => sql`regexp_replace(${number}, '[^A-Za-z0-9._-]+', '_', 'g')`;

/** The tickets of a job or a month, as `id`, `number` and `at`. */
function ticketsOf({ customerId }: Member, scope: PackScope, timeZone: string): SQL {
  const columns = sql`t.id, t.ticket_number as number, t.ticketed_at as at`;
  if (scope.kind === 'job') {
    return sql`select ${columns} from orders o join tickets t on t.order_id = o.id
      where o.customer_id = ${customerId} and ${isOfJob(scope)} and t.customer_id = ${customerId}`;
  }
  const first = firstDayOf(scope.month);
  return sql`select ${columns} from tickets t where t.customer_id = ${customerId} and t.ticketed_at >= ${startOfDay(first, timeZone)}
    and t.ticketed_at < ((${first}::date + interval '1 month')::timestamp at time zone ${timeZone}::text)`;
}

/** The invoices of a job (by its orders and its tickets) or with a date in the month. */
function invoicesOf({ customerId }: Member, scope: PackScope): SQL {
  const columns = sql`i.id, i.document_number as number, i.document_date::timestamptz as at`;
  if (scope.kind === 'month') {
    const first = firstDayOf(scope.month);
    return sql`select ${columns} from invoices i where i.customer_id = ${customerId} and i.document_date >= ${first}::date
      and i.document_date < (${first}::date + interval '1 month')::date`;
  }
  return sql`select ${columns} from invoices i where i.customer_id = ${customerId} and i.id in (
    select ordered.id from orders o join invoices ordered on ordered.order_id = o.id where o.customer_id = ${customerId} and ${isOfJob(scope)}
    union
    select t.invoice_id from orders o join tickets t on t.order_id = o.id where o.customer_id = ${customerId} and ${isOfJob(scope)})`;
}

/** Every kind of record in a pack: its folder in the ZIP file, the beginning of its file names, and its records. A new kind is a line here. */
function selections(actor: Member, { scope, timeZone, withInvoices }: NewPack): { kind: string; prefix: string; records: SQL }[] {
  return [
    { kind: 'ticket', prefix: 'Tickets/Ticket_', records: ticketsOf(actor, scope, timeZone) },
    ...(withInvoices ? [{ kind: 'invoice', prefix: 'Invoices/Invoice_', records: invoicesOf(actor, scope) }] : []),
  ];
}

/** Stores a pack with the list of its records. Returns its id and how many records there are. */
export async function insertPack({ orm }: Transaction, actor: Member, pack: NewPack): Promise<{ id: number; total: number }> {
  const { scope, withAmounts, withInvoices, withStatus, withHistory, language } = pack;
  const { job, jobNumber: number, jobAddress: address } = scope.kind === 'job' ? scope : { job: null, jobNumber: null, jobAddress: null };
  const kinds = selections(actor, pack).map(
    ({ kind, prefix, records }, rank) => sql`select ${rank}::int as rank, ${kind}::text as kind, id, at,
      ${prefix}::text || ${plain(sql`number`)} as name from (${records}) as records`,
  );
  const inserted = await orm.execute<{ id: string }>(
    sql`insert into close_out_packs (customer_id, user_id, kind, job, job_number, job_address, month, with_amounts, with_invoices, with_status, with_history, language, total_count)
        values (${actor.customerId}, ${actor.userId}, ${scope.kind}, ${job}, ${number}, ${address},
          ${scope.kind === 'month' ? firstDayOf(scope.month) : null}::date, ${withAmounts}, ${withInvoices}, ${withStatus}, ${withHistory}, ${language}, 0) returning id`,
  );
  const id = Number(inserted.rows[0]?.id);
  // Windows does not tell names apart by case, and records may share a number.
  const { rowCount } = await orm.execute(
    sql`insert into close_out_pack_items (pack_id, customer_id, position, kind, record_id, file_name)
        select ${id}, ${actor.customerId}, row_number() over (order by rank, at, id), kind, id,
          name || case when count(*) over (partition by lower(name)) > 1 then '_' || id else '' end || '.pdf'
        from (${sql.join(kinds, sql` union all `)}) as chosen`,
  );
  const total = rowCount ?? 0;
  await orm.execute(sql`update close_out_packs set total_count = ${total} where id = ${id}`);
  return { id, total };
}

/** Locks a pack of the caller and returns its state. */
export async function lockPack({ orm }: Transaction, actor: Member, id: number): Promise<PackState | undefined> {
  const { rows } = await orm.execute<{ state: PackState }>(
    sql`select p.state from close_out_packs p where p.id = ${id} and ${isOwn(actor)} for update`,
  );
  return rows[0]?.state;
}

/** Cancels a pack that waits, or asks the process that makes it to stop. */
export async function requestCancel({ orm }: Transaction, id: number): Promise<void> {
  await orm.execute(
    sql`update close_out_packs set is_cancelling = state = 'running',
          finished_at = case when state = 'queued' then now() end,
          expires_at = case when state = 'queued' then now() + make_interval(days => ${sql.raw(String(KEPT_DAYS))}) end,
          state = case when state = 'queued' then 'cancelled' else state end where id = ${id}`,
  );
}

/** Lets a pack that failed continue. */
export async function queueAgain({ orm }: Transaction, id: number): Promise<void> {
  await orm.execute(
    sql`update close_out_packs set state = 'queued', failure = null, is_cancelling = false, finished_at = null, expires_at = null where id = ${id}`,
  );
}

export async function deletePack({ orm }: Transaction, id: number): Promise<void> {
  await orm.execute(sql`delete from close_out_packs where id = ${id}`);
}

/** Returns the part of a file that begins at a byte. */
export async function readPart(database: Database, actor: Member, id: number, start: number): Promise<Buffer | undefined> {
  return database.transaction(actor, async ({ client }) => {
    const { rows } = await client.query<{ content: Buffer }>(
      'select content from close_out_pack_parts where pack_id = $1 and start_byte = $2',
      [id, start],
    );
    return rows[0]?.content;
  });
}
