import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { runToItsEnd } from './lib/processes.mjs';
import { findNode, main, ROOT } from './lib/project.mjs';

/** What operators call beside a running portal. Installing packages for tests would replace those that it uses. */
const FOR_OPERATORS = ['admin', 'import', 'token', 'demo-reset', 'push-demo'];

// Runs a TypeScript script of this folder with the pinned Node.js: `node scripts/run.mjs NAME [arguments]`.
await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureInstalled(FOR_OPERATORS.includes(name ?? '') ? 'running' : 'all');
  return runToItsEnd(findNode(), [join(ROOT, `scripts/${name}.ts`), ...args]);
});
