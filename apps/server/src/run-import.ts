import { type ImportEnd, type ImportTerminal, importFolder, readOptions } from '#server/admin/import';
import { withDatabase } from '#server/command-database';
import type { CommandSettings } from '#server/config';
import { openAnnouncer } from '#server/hub/hub-announcer';

/** Imports a folder into the installation's database. Returns how it ended. */
export async function runImportCommand(args: readonly string[], settings: CommandSettings, terminal: ImportTerminal): Promise<ImportEnd> {
  const options = readOptions(args);
  return withDatabase(settings, async (database) => {
    // Open pages show the changes at once. If announcing fails, they show them when they next load the records.
    const records = openAnnouncer(database, (error) => terminal.say(error.message));
    try {
      return await importFolder(options, { database, records, terminal });
    } finally {
      await records.close();
    }
  });
}
