import { parseArgs } from 'node:util';
import { collectWorld } from '../apps/server/src/demo/supply/collect-world.ts';
import { pushWorld } from '../apps/server/src/demo/supply/push-world.ts';
import { sendOverHttp } from './lib/send-supply.ts';

// Pushes a demo world through the API of an empty installation, as a supplier's systems would:
// `node scripts/run.mjs push-demo http://localhost:4000 SERVICE_KEY --seed=1 --scale=1`. What arises in the portal itself is not part of it.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, scale: { type: 'string', default: '1' } },
});
const [url, key] = positionals;
if (!url || !key) {
  console.error('Give the address of the installation and a service key with the scope *.');
  process.exit(1);
}

const sum = { created: 0, updated: 0, unchanged: 0 };
const send = sendOverHttp(url, key, ({ created, updated, unchanged }) => {
  sum.created += created;
  sum.updated += updated;
  sum.unchanged += unchanged;
});
const now = new Date();
const world = await collectWorld({ seed: Number(values.seed), scale: Number(values.scale), now, onProgress: () => {} });
await pushWorld(world, now, send);
console.log(`${sum.created} records created, ${sum.updated} updated, ${sum.unchanged} unchanged`);
