import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { outsideAccounts } from '#server/adapters/identity/openid.identity';
import { readCommand, runCommand, type Terminal } from '#server/admin/admin';
import { withDatabase } from '#server/command-database';
import type { CommandSettings } from '#server/config';
import type { Database } from '#server/database/database';
import { hasDemoWorld } from '#server/database/installation-facts.queries';

/** Runs one command of an administrator on the installation's database. */
export async function runAdmin(args: readonly string[], settings: CommandSettings, terminal: Terminal): Promise<void> {
  const command = readCommand(args);
  await withDatabase(settings, async (database) => {
    const accounts = (await isSignInOutside(settings, database)) ? outsideAccounts : builtInAccounts(database);
    await runCommand(command, { database, accounts, terminal, retention: settings.retention });
  });
}

/** Only the demo has the built-in sign-in. A PostgreSQL database without the demo's world belongs to a production. */
async function isSignInOutside({ hasOutsideSignIn, databaseUrl }: CommandSettings, database: Database): Promise<boolean> {
  return hasOutsideSignIn || (databaseUrl !== undefined && !(await hasDemoWorld(database)));
}
