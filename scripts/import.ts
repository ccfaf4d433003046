import { CommandError } from '../apps/server/src/admin/admin.ts';

import { ConfigurationError, readCommandSettings } from '../apps/server/src/config.ts';
import { runImportCommand } from '../apps/server/src/run-import.ts';

// `npm run import -- FOLDER`: imports CSV files of the supplier into the database of the installation.

if (import.meta.main) {
  let isStopped = false;
  // The second Ctrl+C ends the process at once; the import can be continued then, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopped = true;
    });
  }
  try {
    const end = await runImportCommand(process.argv.slice(2), readCommandSettings(), {
      say: (line) => process.stdout.write(`${line}\n`),
      showProgress: (line) => process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`),
      isStopped: () => isStopped,
    });
    // The exit codes of examples/keep-in-step.
    process.exitCode = { done: 0, refused: 2, unfinished: 1 }[end];
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof ConfigurationError;
    process.stderr.write(`${isForPeople ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
