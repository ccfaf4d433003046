import type { ServiceKeyRow } from '@yardage/contract/service-keys';
import type { Actor, Database, Transaction } from '#server/database/database';
import { and, eq, isNull, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { serviceKeys } from '#server/database/tables/integration';
import { graceEnd, olderSecretsUntil } from './older-secrets.queries.ts';

/** The owner of keys: a customer, or the supplier (null). */
export type KeyOwner = number | null;

/** Members cannot read users, but every user who makes or revokes a customer's key is a member of that customer. */
const personOf = (column: 'created_by' | 'revoked_by', owner: KeyOwner) => {
  const id = sql.raw(`k.${column}`);
  return owner === null
    ? sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${id})`
    : sql`(select m.first_name || ' ' || m.last_name from members m where m.user_id = ${id} and m.customer_id = k.customer_id)`;
};

const keyJson = (owner: KeyOwner) =>
  jsonObject({
    id: sql`k.id`,
    name: sql`k.name`,
    prefix: sql`'yk_' || k.public_id`,
    scopes: sql`k.scopes`,
    dataSources: sql`k.data_sources`,
    state: sql`case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end`,
    expiresAt: isoMillisecond(sql`k.expires_at`),
    createdAt: isoMillisecond(sql`k.created_at`),
    createdBy: personOf('created_by', owner),
    rotatedAt: isoMillisecond(sql`k.rotated_at`),
    previousValidUntil: sql`case when k.previous_until > now() then ${isoMillisecond(sql`k.previous_until`)} end`,
    revokedAt: isoMillisecond(sql`k.revoked_at`),
    revokedBy: personOf('revoked_by', owner),
    lastUsedAt: isoMillisecond(sql`k.last_used_at`),
  });

const ownedBy = (owner: KeyOwner) => (owner === null ? sql`k.customer_id is null` : sql`k.customer_id = ${owner}`);

/** Returns the keys of an owner: those in use first, each group by name. */
export async function listKeys(database: Database, actor: Actor, owner: KeyOwner): Promise<ServiceKeyRow[]> {
  const rows = await database.read<ServiceKeyRow[]>(
    actor,
    sql`select coalesce(json_agg(${keyJson(owner)} order by k.revoked_at is not null, k.revoked_at desc, lower(k.name), k.id), '[]') as answer
        from service_keys k where ${ownedBy(owner)}`,
  );
  return rows ?? [];
}

/** Returns how many keys of a customer are in force. Others wait to make one until the transaction ends. */
export async function countForNew({ orm }: Transaction, customerId: number): Promise<number> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('keys of account ' || ${customerId}::text, 3))`);
  const { rows } = await orm.execute<{ count: number }>(
    sql`select count(*)::int as count from service_keys
        where customer_id = ${customerId} and revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  return rows[0]?.count ?? 0;
}

export async function insertKey({ orm }: Transaction, key: typeof serviceKeys.$inferInsert): Promise<number> {
  const [stored] = await orm.insert(serviceKeys).values(key).returning({ id: serviceKeys.id });
  if (!stored) throw new Error('the key was not stored');
  return stored.id;
}

/** Returns one key of an owner as it is listed. */
export async function findKey({ orm }: Transaction, owner: KeyOwner, id: number): Promise<ServiceKeyRow | undefined> {
  const { rows } = await orm.execute<{ answer: ServiceKeyRow }>(
    sql`select ${keyJson(owner)} as answer from service_keys k where k.id = ${id} and ${ownedBy(owner)}`,
  );
  return rows[0]?.answer;
}

/** A key that is about to change. */
export interface LockedKey {
  id: number;
  publicId: string;
  name: string;
  secretHash: string;
}

/** Returns a key that is not revoked, by id or name, locked until the transaction ends. */
export async function lockKey(
  { orm }: Transaction,
  owner: KeyOwner,
  by: { id: number } | { name: string },
): Promise<LockedKey | undefined> {
  const named = 'id' in by ? eq(serviceKeys.id, by.id) : eq(serviceKeys.name, by.name);
  const owned = owner === null ? isNull(serviceKeys.customerId) : eq(serviceKeys.customerId, owner);
  const [key] = await orm
    .select({ id: serviceKeys.id, publicId: serviceKeys.publicId, name: serviceKeys.name, secretHash: serviceKeys.secretHash })
    .from(serviceKeys)
    .where(and(named, owned, isNull(serviceKeys.revokedAt)))
    .for('update');
  return key;
}

/**
 * Replaces the secret. The previous one is accepted for some hours; with 0 it ends at once. Secrets that are still accepted from an earlier
 * rotation, because the system may still use them, stay valid until their own time ends, but not longer than the previous one.
 */
export async function replaceSecret(
  { orm }: Transaction,
  { id, secretHash: previousHash }: LockedKey,
  secretHash: string,
  graceHours: number,
  userId: number | null,
): Promise<void> {
  const until = graceEnd(graceHours);
  const previous = graceHours > 0 ? { previousHash, previousUntil: until } : { previousHash: null, previousUntil: null };
  const olderSecrets = olderSecretsUntil(until, sql`jsonb_build_object('hash', previous_hash, 'until', previous_until)`);
  await orm
    .update(serviceKeys)
    .set({ secretHash, ...previous, olderSecrets, rotatedAt: sql`now()`, rotatedBy: userId })
    .where(eq(serviceKeys.id, id));
}

export async function revokeKey({ orm }: Transaction, id: number, userId: number | null): Promise<void> {
  await orm
    .update(serviceKeys)
    .set({ revokedAt: sql`now()`, revokedBy: userId, previousHash: null, previousUntil: null, olderSecrets: [] })
    .where(eq(serviceKeys.id, id));
}
