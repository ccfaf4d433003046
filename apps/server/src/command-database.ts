import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#server/admin/admin';
import { ADMIN_MESSAGES } from '#server/admin/admin.messages';
import type { CommandSettings } from '#server/config';
import { Database } from '#server/database/database';
import { type Engine, openEngine } from '#server/database/engine';
import { assertMigrated } from '#server/database/migrate';
import { installSchema } from '#server/install';
import { JOB_ROLE } from '#server/jobs/job-tables';
import { describeStartFault } from '#server/start-fault';

const CONNECTIONS = 3;

type Place = Pick<CommandSettings, 'databaseUrl' | 'dataDir'>;

/** Opens the installation's database for the work of a command. */
export async function withDatabase<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = place;
  if (!databaseUrl && !existsSync(join(dataDir, 'pglite'))) throw new CommandError(ADMIN_MESSAGES.noDatabase(dataDir));
  const engine = await open(place).catch((error) => {
    const step = { kind: databaseUrl ? 'database' : 'folder', host: '', port: 0, dataDir, databaseUrl } as const;
    throw new CommandError(describeStartFault(error, step));
  });
  try {
    return await work(new Database(engine));
  } finally {
    await engine.close();
  }
}

/** Opens PostgreSQL with the portal's login, without changing the schema; opens and migrates the embedded database. */
async function open({ databaseUrl, dataDir }: Place): Promise<Engine> {
  const engine = await openEngine({ databaseUrl, dataDir, poolSize: CONNECTIONS, ...(databaseUrl ? { role: JOB_ROLE } : {}) });
  try {
    if (databaseUrl) await assertMigrated(engine);
    else await installSchema(engine, (line) => void process.stderr.write(`${line}\n`));
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
