import { parseArgs } from 'node:util';
import { HEADERS } from '@yardage/contract/headers';
import type { SupplyAnswer } from '@yardage/contract/supply';
import { collectWorld } from '../apps/server/src/demo/supply/collect-world.ts';
import { pushWorld, type Send } from '../apps/server/src/demo/supply/push-world.ts';

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

const send: Send = async (resource, dataSource, records) => {
  const answer = await fetch(`${url}/api/supply/${resource}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: key },
    body: JSON.stringify(dataSource === undefined ? { records } : { dataSource, records }),
  });
  if (!answer.ok) throw new Error(`${resource} answered ${answer.status}: ${await answer.text()}`);
  const { counts, results } = (await answer.json()) as SupplyAnswer;
  const refused = results.find(({ outcome }) => outcome === 'refused' || outcome === 'waiting');
  if (refused) throw new Error(`${resource} ${refused.key}: ${JSON.stringify(refused)}`);
  console.log(`${resource} ${dataSource ?? ''}: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`);
};

const now = new Date();
const world = await collectWorld({ seed: Number(values.seed), scale: Number(values.scale), now, onProgress: () => {} });
await pushWorld(world, now, send);
