import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMoment, jsonObject, textArray } from '#server/database/sql';
import { isMemberInForce, staffRoleOf } from '#server/http/member-in-force.queries';

/** A mail that is due, claimed by this process. */
export interface DueMail {
  id: number;
  /** The same at every try. */
  key: string;
  attempts: number;
  /** For how long the server has been deferring this mail; null if it has not deferred it. */
  deferredSeconds: number | null;
  customerId: number | null;
  requestedBy: number | null;
  documentKind: string;
  documentReference: unknown;
  to: string[];
  cc: string[];
  bcc: string[];
  /** If set, only these recipients still need the mail. */
  refusedAddresses: string[] | null;
  /** The address of the user who asked for it, if they still have access to its account or are staff. */
  sender: string | null;
  subject: string;
  message: string;
  createdAt: string;
  /** The language that the recipient chose, if they are a user. */
  recipientLanguage: string | null;
  /** Whether the first recipient has access to the mail's account. */
  isToMember: boolean;
  /** The permission codes that the first recipient has at the mail's account. */
  recipientCodes: string[];
}

/** Whether the user `u` has access to the account of the mail `m`. */
const hasAccess = sql`u.is_enabled and exists (
  select from members a where a.user_id = u.id and a.customer_id = m.customer_id and ${isMemberInForce('a')})`;

const dueJson = jsonObject({
  id: sql`m.id`,
  key: sql`'mail-' || m.id || '-' || (extract(epoch from m.created_at) * 1000)::bigint`,
  attempts: sql`m.attempts`,
  deferredSeconds: sql`extract(epoch from now() - m.deferred_since)::float8`,
  customerId: sql`m.customer_id`,
  requestedBy: sql`m.requested_by`,
  documentKind: sql`m.document_kind`,
  documentReference: sql`m.document_reference`,
  to: sql`m.to_addresses`,
  cc: sql`m.cc_addresses`,
  bcc: sql`m.bcc_addresses`,
  refusedAddresses: sql`m.refused_addresses`,
  sender: sql`(select u.email from users u where u.id = m.requested_by and u.is_enabled
    and (m.customer_id is null or (${staffRoleOf()}) is not null or ${hasAccess}))`,
  subject: sql`m.subject`,
  message: sql`m.message`,
  createdAt: isoMoment(sql`m.created_at`),
  recipientLanguage: sql`(select u.language from users u where u.email = lower(m.to_addresses[1]))`,
  isToMember: sql`exists (select from users u where u.email = lower(m.to_addresses[1]) and ${hasAccess})`,
  recipientCodes: sql`(select coalesce(json_agg(p.code), '[]') from users u join members a on a.user_id = u.id and a.customer_id = m.customer_id
    join role_permissions p on p.role_id = a.role_id
    where u.email = lower(m.to_addresses[1]) and u.is_enabled and ${isMemberInForce('a')})`,
});

const isDue = sql`state = 'queued' and next_try_at <= now()`;
export const HAS_DUE_MAILS = sql`exists (select from outgoing_mails where ${isDue})`;

/** Claims mails that are due. Nobody else gets them for `leaseSeconds`. */
export async function claimDueMails({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  const { rows } = await orm.execute<{ answer: DueMail }>(
    sql`with m as (update outgoing_mails set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
          where id in (select id from outgoing_mails where ${isDue}
            order by next_try_at, id limit ${limit} for update skip locked)
          returning *)
        select ${dueJson} as answer from m order by m.id`,
  );
  return rows.map(({ answer }) => answer);
}

/** Keeps the claim on a mail that is still being sent. */
export async function extendClaim(database: Database, id: number, leaseSeconds: number): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`update outgoing_mails set next_try_at = now() + make_interval(secs => ${leaseSeconds}) where id = ${id} and state = 'queued'`,
    ),
  );
}

/** Stores the subject that a notice was written with. Until then the row has a general one. */
export async function noteSubject(database: Database, id: number, subject: string): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.execute(sql`update outgoing_mails set subject = ${subject} where id = ${id}`));
}

export async function markSent(database: Database, id: number): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`update outgoing_mails set state = 'sent', sent_at = now(), last_error = null, refused_addresses = null where id = ${id}`,
    ),
  );
}

/** Removes a mail that nobody needs any more. */
export async function discardMail(database: Database, id: number): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.execute(sql`delete from outgoing_mails where id = ${id} and state = 'queued'`));
}

/** Notes why a try failed and when the next one is. */
export async function deferMail(
  database: Database,
  id: number,
  { reason, pauseSeconds, pending, isDeferred }: { reason: string; pauseSeconds: number; pending: readonly string[]; isDeferred: boolean },
): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`update outgoing_mails set last_error = ${reason}, next_try_at = now() + make_interval(secs => ${pauseSeconds}),
            deferred_since = ${isDeferred ? sql`coalesce(deferred_since, now())` : sql`null`},
            refused_addresses = ${pending.length > 0 ? textArray(pending) : sql`refused_addresses`}
          where id = ${id} and state = 'queued'`,
    ),
  );
}

/** Marks a mail that was refused for good. Returns false if another process was faster. */
export async function markRefused({ orm }: Transaction, id: number, reason: string, refused: readonly string[]): Promise<boolean> {
  const { rowCount } = await orm.execute(
    sql`update outgoing_mails set state = 'dead', last_error = ${reason},
          refused_addresses = ${refused.length > 0 ? textArray(refused) : sql`refused_addresses`}
        where id = ${id} and state = 'queued'`,
  );
  return (rowCount ?? 0) > 0;
}

/** What a notice says about a mail that was refused. */
export interface RefusedMail {
  subject: string;
  recipients: string[];
  reason: string;
  createdAt: string;
  timeZone: string;
}

/** Returns a mail that was refused for good, unless it is to be sent again. */
export async function findRefused(database: Database, id: number): Promise<RefusedMail | undefined> {
  const fields = {
    subject: sql`m.subject`,
    recipients: sql`coalesce(m.refused_addresses, m.to_addresses || m.cc_addresses || m.bcc_addresses)`,
    reason: sql`coalesce(m.last_error, '')`,
    createdAt: isoMoment(sql`m.created_at`),
    timeZone: sql`coalesce(d.time_zone, 'UTC')`,
  };
  return database.read<RefusedMail>(
    'system',
    sql`select ${jsonObject(fields)} as answer from outgoing_mails m left join customers c on c.id = m.customer_id
        left join data_sources d on d.id = c.data_source_id where m.id = ${id} and m.state = 'dead'`,
  );
}

/** Whether the mail `m` is deferred because of itself or its recipients: the server has accepted others that came later. */
const isDeferredAlone = sql`(m.deferred_since is not null and exists (
  select from outgoing_mails s where s.state = 'sent' and s.created_at > m.deferred_since))`;

/**
 * Marks waiting mails that are older than `afterSeconds`. Returns how many wait for so long and the last reason, if none of them was
 * marked before: an outage is reported once.
 */
export async function alertLongWaiting(
  { orm }: Transaction,
  afterSeconds: number,
): Promise<{ count: number; reason: string | null } | undefined> {
  const { rows } = await orm.execute<{ answer: { count: number; reason: string | null; isKnown: boolean } }>(
    sql`with known as (select exists (select from outgoing_mails m where state = 'queued' and alerted_at is not null and not ${isDeferredAlone}) as is_known),
          late as (update outgoing_mails m set alerted_at = now()
            where state = 'queued' and alerted_at is null and queued_at < now() - make_interval(secs => ${afterSeconds})
              and not ${isDeferredAlone} returning last_error)
        select json_build_object('count', count(*), 'reason', max(last_error), 'isKnown', (select is_known from known)) as answer from late`,
  );
  const found = rows[0]?.answer;
  return found && found.count > 0 && !found.isKnown ? found : undefined;
}

export interface MailCounts {
  waiting: number;
  failed: number;
  oldestSeconds: number;
}

/** Counts the mails that wait or were refused, for the metrics. */
export async function countMails(database: Database): Promise<MailCounts> {
  const fields = {
    waiting: sql`(select count(*)::int from outgoing_mails where state = 'queued')`,
    failed: sql`(select count(*)::int from outgoing_mails where state = 'dead')`,
    oldestSeconds: sql`coalesce((select extract(epoch from now() - min(queued_at))::float8 from outgoing_mails m
      where state = 'queued' and not ${isDeferredAlone}), 0)`,
  };
  const counts = await database.read<MailCounts>('system', sql`select ${jsonObject(fields)} as answer`);
  return counts ?? { waiting: 0, failed: 0, oldestSeconds: 0 };
}

/** Puts failed mails into the queue again: one, or all. Returns their ids. */
export async function requeueMails({ orm }: Transaction, which: number | 'all'): Promise<number[]> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`update outgoing_mails set state = 'queued', attempts = 0, next_try_at = now(), queued_at = now(), alerted_at = null, deferred_since = null
        where state = 'dead' and ${which === 'all' ? sql`true` : sql`id = ${which}`} returning id`,
  );
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
}
