import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { capture, runUntilStopped } from './lib/processes.mjs';
import { findNode, main, ROOT, SERVER_FLAGS } from './lib/project.mjs';
import { ensureWebBuilt, isWebBuilt } from './lib/web-build.mjs';

// `npm start`: from a fresh clone to a listening server. Runs on Node.js 20 with nothing installed.
// package.json calls it with `exec`, because the shell that npm starts would not forward signals. Windows has no `exec` and runs the
// second command.
await main(async () => {
  await ensureInstalled('running');
  const args = [...SERVER_FLAGS, join(ROOT, 'apps/server/src/main.ts'), ...process.argv.slice(2)];
  // The first start fills the demo world while the web app is being built. If that fails, the start below says why. The world takes longer
  // and cannot be divided among cores, so it goes first.
  const prepareData = () => capture(findNode(), args, { env: { ...process.env, ROLE: 'migrate' } });
  if (!isWebBuilt()) await Promise.all([process.env.DATABASE_URL ? undefined : prepareData(), ensureWebBuilt({ priority: 10 })]);
  return runUntilStopped([{ command: findNode(), args, isShielded: true }]);
});
