import type { Database } from '#server/database/database';

// The keys that a dry run of the command has seen, so that a record may refer to one in a chunk or file before it.

/** Notes what a dry run has seen. */
export async function noteSeen(database: Database, runId: string, marks: readonly string[]): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query('insert into import_seen_keys (run_id, mark) select $1, unnest($2::text[]) on conflict do nothing', [runId, marks]),
  );
}

/** Returns those marks that a dry run has seen. */
export async function findSeen(database: Database, runId: string, marks: readonly string[]): Promise<Set<string>> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ mark: string }>(
      'select mark from import_seen_keys where run_id = $1 and mark = any($2::text[])',
      [runId, marks],
    );
    return new Set(rows.map(({ mark }) => mark));
  });
}

export async function forgetSeen(database: Database, runId: string): Promise<void> {
  await database.transaction('system', ({ client }) => client.query('delete from import_seen_keys where run_id = $1', [runId]));
}

/** Most keys that one statement forgets. */
const FORGET_STEP = 50_000;

/** Forgets what dry runs have seen that were killed: that of all, once no dry run of the command has made progress for an hour. */
export async function forgetSeenByKilled(database: Database): Promise<void> {
  const step = () =>
    database.transaction('system', ({ client }) =>
      client.query(
        `delete from import_seen_keys where ctid = any(array(select ctid from import_seen_keys limit ${FORGET_STEP}))
           and not exists (select from imports where mode = 'dry-run' and file_hash is not null and beat_at > now() - interval '1 hour')`,
      ),
    );
  for (let forgotten = FORGET_STEP; forgotten >= FORGET_STEP; ) forgotten = (await step()).rowCount ?? 0;
}
