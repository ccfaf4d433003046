import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { outsideAccounts } from '#server/adapters/identity/openid.identity';
import { CommandError, readCommand, runCommand, type Terminal } from '#server/admin/admin';
import { ADMIN_SAID } from '#server/admin/admin.messages';
import type { CommandSettings } from '#server/config';
import { Database } from '#server/database/database';
import { openEngine } from '#server/database/engine';
import { migrate } from '#server/database/migrate';

const CONNECTIONS = 3;

/** Opens the installation's database, migrated, and runs one command of an administrator on it. */
export async function runAdmin(args: readonly string[], settings: CommandSettings, terminal: Terminal): Promise<void> {
  const command = readCommand(args);
  const { databaseUrl, dataDir } = settings;
  if (!databaseUrl && !existsSync(join(dataDir, 'pglite'))) throw new CommandError(ADMIN_SAID.noDatabase(dataDir));
  const engine = await openEngine({ databaseUrl, dataDir, poolSize: CONNECTIONS });
  try {
    await migrate(engine);
    const database = new Database(engine);
    const accounts = settings.hasOutsideSignIn ? outsideAccounts : builtInAccounts(database);
    await runCommand(command, { database, accounts, terminal });
  } finally {
    await engine.close();
  }
}
