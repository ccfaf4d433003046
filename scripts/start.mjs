import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { runUntilStopped } from './lib/processes.mjs';
import { findNode, main, ROOT, SERVER_FLAGS } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

// `npm start`: from a fresh clone to a listening server. Runs on Node.js 20 with nothing installed.
// package.json calls it with `exec`, because the shell that npm starts would not forward signals. Windows has no `exec` and runs the
// second command.
await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt();
  const args = [...SERVER_FLAGS, join(ROOT, 'apps/server/src/main.ts'), ...process.argv.slice(2)];
  return runUntilStopped([{ command: findNode(), args, isShielded: true }]);
});
