import { createInterface } from 'node:readline/promises';
import { CommandError } from '../apps/server/src/admin/admin.ts';
import { ConfigurationError, readCommandSettings } from '../apps/server/src/config.ts';
import { runAdmin } from '../apps/server/src/run-admin.ts';

// `npm run admin -- COMMAND`: what operators do on the database of the installation; the commands are in apps/server/src/admin/admin.ts.

/** Only `y` and `yes` agree; the end of the input does not. */
async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), ended])).trim());
  } finally {
    lines.close();
  }
}

if (import.meta.main) {
  try {
    await runAdmin(process.argv.slice(2), readCommandSettings(), { say: (line) => process.stdout.write(`${line}\n`), confirm });
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof ConfigurationError;
    process.stderr.write(`${isForPeople ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
