import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { LOCKS } from '#server/database/locks';
import { isoMillisecond, jsonObject } from '#server/database/sql';

/** Why nothing goes out by itself. */
export type HoldReason = 'other-database' | 'earlier-state' | 'unused-for-long' | 'by-command';

/** Distinguishes a database from a copy of it. */
export interface DatabaseIdentity {
  /**
   * Ids of server, database and table. A restored dump has another identity, even in the same database, because restoring creates the
   * tables again.
   */
  identity: string;
  /** Changes with a recovery to a point in time, and with a failover. */
  timeline: string;
}

/** What is known about the database, and whether something is held. */
export interface KnownDatabase extends DatabaseIdentity {
  /** When a process last noted that it uses the database. */
  seenAt: string;
  /** How long ago a process last used it, by its own clock. */
  unusedSeconds: number;
  heldSince: string | null;
  heldReason: HoldReason | null;
}

/**
 * Error codes of a server that does not give its identity: forbidden, unknown function, not supported. Others, for instance during a
 * failover, are thrown.
 */
const IDENTITY_UNAVAILABLE = ['42501', '42883', '0A000'];

const EMBEDDED: DatabaseIdentity = { identity: 'embedded', timeline: '' };

/** Returns what the database is now. If the server does not give its identity, only the numbers in the database identify it. */
export async function readIdentity(database: Database): Promise<DatabaseIdentity> {
  if (database.engine.name === 'pglite') return EMBEDDED;
  const number = sql`(select oid from pg_database where datname = current_database()) || '/' || 'outgoing_hold'::regclass::oid`;
  const read = (identity: ReturnType<typeof sql>, timeline: ReturnType<typeof sql>) =>
    database.read<DatabaseIdentity>('system', sql`select ${jsonObject({ identity, timeline })} as answer`);
  const found = await read(
    sql`(select system_identifier from pg_control_system()) || '/' || ${number}`,
    sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`,
  ).catch((error) => {
    if (!IDENTITY_UNAVAILABLE.includes(String((error as { code?: unknown }).code))) throw error;
    return read(sql`'/' || ${number}`, sql`''`);
  });
  return found ?? EMBEDDED;
}

const knownJson = jsonObject({
  identity: sql`database_identity`,
  timeline: sql`timeline`,
  seenAt: isoMillisecond(sql`seen_at`),
  unusedSeconds: sql`extract(epoch from clock_timestamp() - seen_at)::float8`,
  heldSince: isoMillisecond(sql`held_since`),
  heldReason: sql`held_reason`,
});

export async function findKnown(database: Database): Promise<KnownDatabase | undefined> {
  return database.read<KnownDatabase>('system', sql`select ${knownJson} as answer from outgoing_hold`);
}

/** Locks and returns what is known. Stores the identity first if the row is missing. */
export async function lockKnown({ orm }: Transaction, { identity, timeline }: DatabaseIdentity): Promise<KnownDatabase> {
  await orm.execute(
    sql`insert into outgoing_hold (database_identity, timeline, seen_at) values (${identity}, ${timeline}, clock_timestamp()) on conflict do nothing`,
  );
  const { rows } = await orm.execute<{ answer: KnownDatabase }>(sql`select ${knownJson} as answer from outgoing_hold for update`);
  if (!rows[0]) throw new Error('the database is not noted');
  return rows[0].answer;
}

/** Notes that the database is in use. Returns when. */
export async function noteUse({ orm }: Transaction, { identity, timeline }: DatabaseIdentity): Promise<string> {
  const { rows } = await orm.execute<{ seenAt: string }>(
    sql`update outgoing_hold set database_identity = ${identity}, timeline = ${timeline}, seen_at = clock_timestamp()
        returning ${isoMillisecond(sql`seen_at`)} as "seenAt"`,
  );
  return rows[0]?.seenAt ?? '';
}

/** Holds everything that goes out by itself. What is held already keeps its time and reason. */
export async function hold({ orm }: Transaction, reason: HoldReason): Promise<void> {
  await orm.execute(
    sql`update outgoing_hold set held_since = coalesce(held_since, clock_timestamp()), held_reason = coalesce(held_reason, ${reason})`,
  );
}

export async function release({ orm }: Transaction): Promise<void> {
  await orm.execute(sql`update outgoing_hold set held_since = null, held_reason = null`);
}

/** Begins a new history of the feed of events: readers who saw places that this database never gave go on after the last one it knows. */
export async function beginHistory({ client }: Transaction, name: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS.eventFeed]);
  await client.query(
    `insert into feed_histories (name, begins_after)
     select $1, greatest(last_position, (select coalesce(max(position), 0) from events)) from event_feed`,
    [name],
  );
}

/**
 * Whether the portal itself queued the mail `m`, about something from before the restore (`since`): it may have sent that mail before. A
 * mail that a person has caused since is new.
 */
const isRepeated = (since: string): SQL => sql`(m.document_kind in ('alerts', 'integrations-ended')
  or m.document_kind = 'member-approved' and m.requested_by is null
  or m.document_kind = 'request-answer' and exists (select from order_request_events e
    where e.id = (m.document_reference ->> 'stepId')::bigint and e.action = 'expire')
  or m.document_kind = 'payment' and m.document_reference ? 'isFromPortal' and exists (select from payments p
    where p.cart_id = m.document_reference ->> 'id' and p.started_at <= ${since}::timestamptz))`;

/**
 * Gives up the mails that were queued before a moment, and those that the portal itself has queued since about something from before. The
 * desk lists them and can send them again. Returns how many.
 */
export async function giveUpMails({ orm }: Transaction, before: string, reason: string): Promise<number> {
  const { rowCount } = await orm.execute(
    sql`update outgoing_mails m set state = 'dead', last_error = ${reason}
        where m.state = 'queued' and (m.queued_at <= ${before}::timestamptz or ${isRepeated(before)})`,
  );
  return rowCount ?? 0;
}
