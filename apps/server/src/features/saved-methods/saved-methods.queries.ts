import type { SavedMethod } from '@yardage/contract/saved-methods';
import { MAX_PROOF_TRIES, METHOD_OF_KIND, type MethodKind, type MethodProblem, type MethodProof } from '@yardage/domain/saved-methods';
import type { NewSavedMethod } from '#server/adapters/payments/port';
import type { Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject, nameByCode } from '#server/database/sql';
import { methodTries, savedMethods } from '#server/database/tables/payables';

/** Members cannot read users, but a user who saves a method is or was a member of the customer. */
const savedBy = sql`coalesce((select m.first_name || ' ' || m.last_name from members m
  where m.user_id = s.saved_by and m.customer_id = s.customer_id limit 1), '')`;

/** What decides whether a method can be charged: the day at the data source, and the processor of new payments. */
export interface ChargeTerms {
  today: string;
  processor: string;
}

/** Why a method cannot be charged; null if it can. */
const problemOf = ({ today, processor }: ChargeTerms): SQL => sql`case
  when coalesce(s.processor, ${processor}) <> ${processor} then 'other-processor'
  when s.proof_failed_at is not null then 'unverifiable'
  when s.proof is not null then 'unverified'
  when s.expires_on < ${today}::date then 'expired' end`;

const methodJson = (terms: ChargeTerms) =>
  jsonObject({
    id: sql`s.id`,
    paymentMethod: nameByCode(sql`s.kind`, METHOD_OF_KIND),
    name: sql`s.name`,
    brand: sql`s.brand`,
    lastFour: sql`s.last_four`,
    expiresOn: sql`s.expires_on`,
    isExpired: sql`coalesce(s.expires_on < ${terms.today}::date, false)`,
    problem: problemOf(terms),
    proof: sql`s.proof`,
    proofTriesLeft: sql`greatest(0, ${MAX_PROOF_TRIES}::int - s.proof_tries)`,
    savedBy,
    savedAt: isoMillisecond(sql`s.saved_at`),
    uses: sql`(select count(*) from planned_payments p where p.method_id = s.id and p.state in ('waiting', 'planned'))
      + (select count(*) from autopay_rules r where r.method_id = s.id and r.stopped_at is null)`,
  });

/** Returns the customer's saved methods as JSON, in the order in which they were saved. */
export async function listMethods(database: Database, actor: Member, terms: ChargeTerms): Promise<string> {
  const list = await database.read(
    actor,
    sql`select coalesce(json_agg(${methodJson(terms)} order by s.id), '[]')::text as answer from saved_methods s
        where s.customer_id = ${actor.customerId} and s.removed_at is null`,
  );
  return list as string;
}

/** Returns one saved method as it is listed. */
export async function findListed({ orm }: Transaction, actor: Member, id: number, terms: ChargeTerms): Promise<SavedMethod | undefined> {
  const { rows } = await orm.execute<{ answer: SavedMethod }>(
    sql`select ${methodJson(terms)} as answer from saved_methods s
        where s.id = ${id} and s.customer_id = ${actor.customerId} and s.removed_at is null`,
  );
  return rows[0]?.answer;
}

/** A saved method that is to be charged. */
export interface ChargeableMethod {
  id: number;
  kind: MethodKind;
  token: string;
  /** Why it cannot be charged; null if it can. */
  problem: MethodProblem | null;
}

/** Returns a saved method, and keeps it from being removed until the transaction ends. Undefined if it was removed. */
export async function findChargeable(
  { orm }: Transaction,
  actor: Member,
  id: number,
  terms: ChargeTerms,
): Promise<ChargeableMethod | undefined> {
  const { rows } = await orm.execute<{ id: string; kind: MethodKind; token: string; problem: MethodProblem | null }>(
    sql`select s.id, s.kind, s.token, ${problemOf(terms)} as problem from saved_methods s
        where s.id = ${id} and s.customer_id = ${actor.customerId} and s.removed_at is null for share`,
  );
  const [row] = rows;
  return row && { id: Number(row.id), kind: row.kind, token: row.token, problem: row.problem };
}

/** A bank account that its owner wants to verify, locked until the transaction ends. */
export interface ProvableMethod {
  token: string;
  name: string;
  proof: MethodProof | null;
  proofTries: number;
  problem: MethodProblem | null;
}

export async function lockProvable(
  { orm }: Transaction,
  actor: Member,
  id: number,
  terms: ChargeTerms,
): Promise<ProvableMethod | undefined> {
  const { rows } = await orm.execute<{ answer: ProvableMethod }>(
    sql`select json_build_object('token', s.token, 'name', s.name, 'proof', s.proof, 'proofTries', s.proof_tries, 'problem', ${problemOf(terms)}) as answer
        from saved_methods s where s.id = ${id} and s.customer_id = ${actor.customerId} and s.removed_at is null for update`,
  );
  return rows[0]?.answer;
}

/** Counts a try to verify an account, or takes back a try that did not reach the processor. */
export async function countProof({ orm }: Transaction, actor: Member, id: number, change: 1 | -1): Promise<void> {
  await orm.execute(
    sql`update saved_methods set proof_tries = proof_tries + ${change} where id = ${id} and customer_id = ${actor.customerId}`,
  );
}

/** Stores that an account was verified, or that it cannot be verified any more. One that was verified meanwhile stays verified. */
export async function endProof({ orm }: Transaction, actor: Member, id: number, isVerified: boolean): Promise<void> {
  await orm.execute(
    sql`update saved_methods set proof = case when ${isVerified}::boolean then null else proof end,
          proof_failed_at = case when ${isVerified}::boolean then null else now() end
        where id = ${id} and customer_id = ${actor.customerId} and proof is not null`,
  );
}

/** Counts the saved methods. Locks the count, so that several at once cannot exceed the limit. */
export async function countMethods({ orm }: Transaction, actor: Member): Promise<number> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('methods of account ' || ${actor.customerId}::text, 3))`);
  const { rows } = await orm.execute<{ total: string }>(
    sql`select count(*) as total from saved_methods where customer_id = ${actor.customerId} and removed_at is null`,
  );
  return Number(rows[0]?.total ?? 0);
}

export async function insertMethod(
  { orm }: Transaction,
  actor: Member,
  method: NewSavedMethod & { processor: string },
  name: string,
): Promise<number> {
  const { token, kind, brand, lastFour, expiresOn, proof, processor } = method;
  const owner = { customerId: actor.customerId, savedBy: actor.userId };
  const [stored] = await orm
    .insert(savedMethods)
    .values({ ...owner, token, kind, brand, lastFour, expiresOn, name, proof, processor })
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
export async function removeMethod({ orm }: Transaction, actor: Member, id: number): Promise<(Detachable & { name: string }) | undefined> {
  const { rows } = await orm.execute<{ name: string; token: string; processor: string | null }>(
    sql`update saved_methods set removed_at = now(), removed_by = ${actor.userId}, detach_after = now() + interval '1 minute'
        where id = ${id} and customer_id = ${actor.customerId} and removed_at is null returning name, token, processor`,
  );
  return rows[0] && { id, ...rows[0] };
}

/** A removed method that its processor still has to forget. */
export interface Detachable {
  id: number;
  token: string;
  /** Null means the configured processor. */
  processor: string | null;
}

/** Claims removed methods that the processor still has to forget. Nobody else gets them for `leaseSeconds`. */
export async function claimDetachable({ orm }: Transaction, limit: number, leaseSeconds: number): Promise<Detachable[]> {
  const { rows } = await orm.execute<{ id: string; token: string; processor: string | null }>(
    sql`update saved_methods set detach_after = now() + make_interval(secs => ${leaseSeconds})
        where id in (select id from saved_methods where detach_after <= now() order by detach_after limit ${limit} for update skip locked)
        returning id, token, processor`,
  );
  return rows.map(({ id, token, processor }) => ({ id: Number(id), token, processor }));
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

/** Stores how the processor answered. A try that did not reach the processor does not count. */
export async function endTry({ orm }: Transaction, actor: Member, id: number, { isRefused }: { isRefused: boolean }): Promise<void> {
  await orm.execute(
    sql`update method_tries set is_refused = ${isRefused}, at = now() where id = ${id} and customer_id = ${actor.customerId}`,
  );
}
