import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#server/admin/admin';
import { ADMIN_MESSAGES } from '#server/admin/admin.messages';
import type { CommandSettings } from '#server/config';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { installSchema } from '#server/install';

const CONNECTIONS = 3;

/** Opens the installation's database, migrated, for the work of a command. */
export async function withDatabase<T>({ databaseUrl, dataDir }: CommandSettings, work: (database: Database) => Promise<T>): Promise<T> {
  if (!databaseUrl && !existsSync(join(dataDir, 'pglite'))) throw new CommandError(ADMIN_MESSAGES.noDatabase(dataDir));
  const engine = await openEngine({ databaseUrl, dataDir, poolSize: CONNECTIONS });
  try {
    await installSchema(engine);
    return await work(new Database(engine));
  } finally {
    await engine.close();
  }
}
