import { type ImportTerminal, importFolder, readOrder } from '#server/admin/import';
import { withDatabase } from '#server/command-database';
import type { CommandSettings } from '#server/config';

/** Imports a folder into the installation's database. Returns whether every file was read to its end. */
export async function runImportCommand(args: readonly string[], settings: CommandSettings, terminal: ImportTerminal): Promise<boolean> {
  const order = readOrder(args);
  return withDatabase(settings, (database) => importFolder(order, database, terminal));
}
