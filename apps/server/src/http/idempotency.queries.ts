import type { Database } from '#server/database/database';
import { and, eq, sql } from '#server/database/drizzle';
import { idempotencyKeys } from '#server/database/tables/operations';
import { AlreadyExecutedError, claimingKey, type KeyedWrite } from '#server/database/write-claim';

export type { KeyedWrite };

/** What is known about an executed write. The answer is null until its handler has returned. */
export interface ExecutedWrite {
  requestHash: string;
  answer: string | null;
}

/** Returns the write that was executed with this key, if there is one. */
export function findWrite(database: Database, { callerId, endpoint, key }: KeyedWrite): Promise<ExecutedWrite | undefined> {
  return database.read<ExecutedWrite>(
    'system',
    sql`select json_build_object('requestHash', k.request_hash, 'answer', k.answer) as answer from idempotency_keys k
        where k.caller_id = ${callerId} and k.endpoint = ${endpoint} and k.key = ${key}`,
  );
}

/** Executes a write and records its key in the write's transaction. Returns undefined if another request has executed it meanwhile. */
export async function executeClaiming<T>(write: KeyedWrite, execute: () => Promise<T>): Promise<{ answer: T } | undefined> {
  try {
    return { answer: await claimingKey(write, execute) };
  } catch (error) {
    if (error instanceof AlreadyExecutedError) return undefined;
    throw error;
  }
}

/** Stores the answer for retries. */
export async function storeAnswer(database: Database, { callerId, endpoint, key }: KeyedWrite, answer: string): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(idempotencyKeys)
      .set({ answer })
      .where(and(eq(idempotencyKeys.callerId, callerId), eq(idempotencyKeys.endpoint, endpoint), eq(idempotencyKeys.key, key))),
  );
}

const STEP_ROWS = 2_000;

/** Deletes the keys of writes that are older than a day, in small steps. */
export async function forgetOldWrites(database: Database): Promise<void> {
  for (let deleted = STEP_ROWS; deleted === STEP_ROWS; ) {
    const { rowCount } = await database.transaction('system', ({ client }) =>
      client.query(
        `delete from idempotency_keys where ctid = any(array(
           select ctid from idempotency_keys where created_at < now() - interval '1 day' limit ${STEP_ROWS} for update skip locked))`,
      ),
    );
    deleted = rowCount ?? 0;
  }
}
