import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { runUntilStopped } from './lib/processes.mjs';
import { findNode, main, ROOT, SERVER_FLAGS } from './lib/project.mjs';

// `npm run dev`: the server restarts and the browser reloads when a file is saved. One Ctrl-C ends both.
await main(async () => {
  await ensureInstalled();
  const node = findNode();
  return runUntilStopped([
    {
      command: node,
      args: [...SERVER_FLAGS, '--watch', '--watch-preserve-output', join(ROOT, 'apps/server/src/main.ts'), ...process.argv.slice(2)],
    },
    { command: node, args: [join(ROOT, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'], cwd: join(ROOT, 'apps/web') },
  ]);
});
