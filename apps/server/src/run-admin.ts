import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { outsideAccounts } from '#server/adapters/identity/openid.identity';
import { readCommand, runCommand, type Terminal } from '#server/admin/admin';
import { withDatabase } from '#server/command-database';
import type { CommandSettings } from '#server/config';

/** Runs one command of an administrator on the installation's database. */
export async function runAdmin(args: readonly string[], settings: CommandSettings, terminal: Terminal): Promise<void> {
  const command = readCommand(args);
  await withDatabase(settings, async (database) => {
    const accounts = settings.hasOutsideSignIn ? outsideAccounts : builtInAccounts(database);
    await runCommand(command, { database, accounts, terminal, retention: settings.retention });
  });
}
