import { describeCheck, runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/project.mjs';

// `npm run check`: all checks that do not run the product.
await main(async () => {
  await ensureInstalled();
  const results = await runChecks((result) => process.stdout.write(`${describeCheck(result)}\n`));
  return results.every(({ isPassed }) => isPassed) ? 0 : 1;
});
