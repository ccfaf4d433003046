import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { type DatabaseRelay, openDatabaseRelay } from './database-relay.ts';
import type { Kind } from './templates.ts';
import { copyTestDatabase, type TestDatabase } from './test-database.ts';

/** A test database behind a relay that can fall silent. */
export interface StallableDatabase extends TestDatabase, Pick<DatabaseRelay, 'stall' | 'resume'> {
  /** Only the connection that was opened first, which is the one that watches the database. */
  stallFirst(): void;
}

export async function openStallable(kind: Kind): Promise<StallableDatabase> {
  const { url, remove } = await copyTestDatabase(kind);
  const relay = await openDatabaseRelay(url);
  const engine = await openEngine({ databaseUrl: relay.url, dataDir: '', poolSize: 4 });
  return {
    database: new Database(engine),
    stall: relay.stall,
    stallFirst: relay.stallFirst,
    resume: relay.resume,
    close: async () => {
      relay.resume();
      await engine.close();
      relay.close();
      await remove();
    },
  };
}
