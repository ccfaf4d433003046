import type { SavedMethod } from '@yardage/contract/saved-methods';
import type { MethodKind } from '@yardage/domain/saved-methods';
import type { SavedMethod as KeptMethod } from '#server/adapters/payments/port';
import type { Database, Member, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { methodTries, savedMethods } from '#server/database/tables/payables';

/** Members cannot read users, but a user who saves a method is or was a member of the customer. */
const savedBy = sql`coalesce((select m.first_name || ' ' || m.last_name from members m
  where m.user_id = s.saved_by and m.customer_id = s.customer_id limit 1), '')`;

const methodJson = (today: string) =>
  jsonObject({
    id: sql`s.id`,
    paymentMethod: sql`case s.kind when 'card' then 'CreditCard' else 'eCheck' end`,
    name: sql`s.name`,
    brand: sql`s.brand`,
    lastFour: sql`s.last_four`,
    expiresOn: sql`s.expires_on`,
    isExpired: sql`coalesce(s.expires_on < ${today}::date, false)`,
    savedBy,
    savedAt: isoMillisecond(sql`s.saved_at`),
    uses: sql`(select count(*) from planned_payments p where p.method_id = s.id and p.state in ('waiting', 'planned'))
      + (select count(*) from autopay_rules r where r.method_id = s.id and r.stopped_at is null)`,
  });

/** Returns the customer's saved methods as JSON, in the order in which they were saved. */
export async function listMethods(database: Database, actor: Member, today: string): Promise<string> {
  const list = await database.read(
    actor,
    sql`select coalesce(json_agg(${methodJson(today)} order by s.id), '[]')::text as answer from saved_methods s
        where s.customer_id = ${actor.customerId} and s.removed_at is null`,
  );
  return list as string;
}

/** Returns one saved method as it is listed. */
export async function findListed({ orm }: Transaction, actor: Member, id: number, today: string): Promise<SavedMethod | undefined> {
  const { rows } = await orm.execute<{ answer: SavedMethod }>(
    sql`select ${methodJson(today)} as answer from saved_methods s
        where s.id = ${id} and s.customer_id = ${actor.customerId} and s.removed_at is null`,
  );
  return rows[0]?.answer;
}

/** A saved method that can be charged. */
export interface ChargeableMethod {
  id: number;
  kind: MethodKind;
  token: string;
  expiresOn: string | null;
}

/** Returns a saved method, and keeps it from being removed until the transaction ends. Undefined if it was removed. */
export async function findChargeable({ orm }: Transaction, actor: Member, id: number): Promise<ChargeableMethod | undefined> {
  const { rows } = await orm.execute<{ id: string; kind: MethodKind; token: string; expires_on: string | null }>(
    sql`select id, kind, token, to_char(expires_on, 'YYYY-MM-DD') as expires_on from saved_methods
        where id = ${id} and customer_id = ${actor.customerId} and removed_at is null for share`,
  );
  const [row] = rows;
  return row && { id: Number(row.id), kind: row.kind, token: row.token, expiresOn: row.expires_on };
}

/** Counts the saved methods. Locks the count, so that several at once cannot exceed the limit. */
export async function countMethods({ orm }: Transaction, actor: Member): Promise<number> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('methods of account ' || ${actor.customerId}::text, 3))`);
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from saved_methods where customer_id = ${actor.customerId} and removed_at is null`,
  );
  return Number(rows[0]?.total ?? 0);
}

export async function insertMethod({ orm }: Transaction, actor: Member, method: KeptMethod, name: string): Promise<number> {
  const { token, kind, brand, lastFour, expiresOn } = method;
  const owner = { customerId: actor.customerId, savedBy: actor.userId };
  const [stored] = await orm
    .insert(savedMethods)
    .values({ ...owner, token, kind, brand, lastFour, expiresOn, name })
    .returning({ id: savedMethods.id });
  if (!stored) throw new Error('the method was not stored');
  return stored.id;
}

/** Renames a saved method. Returns the name before, or undefined if there is no such method. */
export async function renameMethod({ orm }: Transaction, actor: Member, id: number, name: string): Promise<string | undefined> {
  const { rows } = await orm.execute<{ name: string }>(
    sql`update saved_methods s set name = ${name} from (select id, name from saved_methods where id = ${id} for update) as before
        where s.id = before.id and s.customer_id = ${actor.customerId} and s.removed_at is null returning before.name`,
  );
  return rows[0]?.name;
}

/** Removes a saved method. It cannot be charged from now on; the processor is asked to forget it at once, and again if it does not answer. */
export async function removeMethod({ orm }: Transaction, actor: Member, id: number): Promise<{ name: string; token: string } | undefined> {
  const { rows } = await orm.execute<{ name: string; token: string }>(
    sql`update saved_methods set removed_at = now(), removed_by = ${actor.userId}, detach_after = now() + interval '1 minute'
        where id = ${id} and customer_id = ${actor.customerId} and removed_at is null returning name, token`,
  );
  return rows[0];
}

/** Claims removed methods that the processor still has to forget. Nobody else gets them for `leaseSeconds`. */
export async function claimDetachable({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<{ id: number; token: string }[]> {
  const { rows } = await orm.execute<{ id: string; token: string }>(
    sql`update saved_methods set detach_after = now() + make_interval(secs => ${leaseSeconds})
        where id in (select id from saved_methods where detach_after <= now() order by detach_after limit ${limit} for update skip locked)
        returning id, token`,
  );
  return rows.map(({ id, token }) => ({ id: Number(id), token }));
}

/** Deletes the token of a method that the processor has forgotten. */
export async function forgetToken({ orm }: Transaction, id: number): Promise<void> {
  await orm.execute(sql`update saved_methods set token = null, detach_after = null where id = ${id} and removed_at is not null`);
}

/** Stores that the processor is about to be asked to save a method. */
export async function insertTry({ orm }: Transaction, actor: Member): Promise<number> {
  const [stored] = await orm
    .insert(methodTries)
    .values({ customerId: actor.customerId, userId: actor.userId })
    .returning({ id: methodTries.id });
  if (!stored) throw new Error('the try was not stored');
  return stored.id;
}

/** Stores how the processor answered; a try that it never received does not count. */
export async function endTry({ orm }: Transaction, actor: Member, id: number, isRefused: boolean): Promise<void> {
  await orm.execute(
    sql`update method_tries set is_refused = ${isRefused}, at = now() where id = ${id} and customer_id = ${actor.customerId}`,
  );
}
