import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { show } from './lib/processes.mjs';
import { findNode, main, ROOT } from './lib/project.mjs';

// Runs a TypeScript script of this folder with the pinned Node.js: `node scripts/run.mjs NAME [arguments]`.
await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureInstalled();
  return show(findNode(), [join(ROOT, `scripts/${name}.ts`), ...args], { stdio: 'inherit' });
});
