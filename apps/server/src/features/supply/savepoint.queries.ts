import type pg from 'pg';

/** Runs work in a savepoint: if it fails, only its own changes are rolled back, and the error is thrown. */
export async function withinSavepoint(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('savepoint part');
  try {
    await work();
    await client.query('release savepoint part');
  } catch (error) {
    await client.query('rollback to savepoint part; release savepoint part');
    throw error;
  }
}
