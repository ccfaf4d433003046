import { parseArgs } from 'node:util';
import { builtInAssistant } from '../apps/server/src/adapters/assistant/built-in/built-in.assistant.ts';
import { localIdentity, outsideAccounts } from '../apps/server/src/adapters/identity/openid.identity.ts';
import { openSandbox } from '../apps/server/src/adapters/payments/sandbox/sandbox.payments.ts';
import { builtInRouting } from '../apps/server/src/adapters/routing/built-in.routing.ts';
import { createApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { migrate } from '../apps/server/src/database/migrate.ts';
import { fillDemoWorld } from '../apps/server/src/demo/world/fill-demo-world.ts';
import type { AreaServices } from '../apps/server/src/features/area.ts';
import { AREAS } from '../apps/server/src/features/areas.ts';
import { createLog } from '../apps/server/src/http/observability.ts';
import { askQuestionSet } from '../apps/server/src/testing/assistant/question-set.ts';

// Counts how many questions of the set the built-in assistant answers correctly, and lists every one that it does not.
// `npm run bench -- assistant --seed=1`; the test of the same set asserts the figure.

const { values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string', default: '1' } } });

const engine = await openEngine({ databaseUrl: undefined, dataDir: 'memory', poolSize: 1 });
await migrate(engine);
const database = new Database(engine);
await fillDemoWorld(database, { seed: Number(values.seed), scale: 1, now: new Date(), onProgress: () => {} });

const judged = await askQuestionSet(await servicesOn(database));
const counts = Map.groupBy(judged, ({ verdict }) => verdict);
for (const { verdict, as, text, said } of judged.filter((each) => each.verdict !== 'right')) {
  console.log(`${verdict.padEnd(8)} ${as.padEnd(8)} ${text}\n         ${said.split('\n')[0]}`);
}
const right = counts.get('right')?.length ?? 0;
console.log(
  `\n${judged.length} questions: ${(['right', 'declined', 'missed', 'untrue'] as const).map((verdict) => `${counts.get(verdict)?.length ?? 0} ${verdict}`).join(', ')}`,
);
console.log(`${((100 * right) / judged.length).toFixed(1)} % right`);
process.exit();

/** Returns the services of the real application. */
async function servicesOn(on: Database): Promise<AreaServices> {
  let services: AreaServices | undefined;
  const log = createLog('error');
  await createApp(
    readConfig({ PORT: '0', ASSISTANT_IN_CHATS: 'off' }),
    {
      database: on,
      identity: localIdentity('https://bench.test', 'bench', 'portal', { keys: [] }),
      accounts: outsideAccounts,
      addresses: { search: async () => [] },
      assistant: builtInAssistant,
      mail: { send: async () => {} },
      payments: await openSandbox(on, { settleSeconds: 0, slowSeconds: 0, downSeconds: 0, latencyMs: 0 }),
      routing: builtInRouting,
      webhooks: { faultOf: () => undefined, send: async () => 204 },
      log,
      signIn: { issuer: 'https://bench.test', clientId: 'bench', audience: 'bench', scope: 'openid' },
    },
    [
      ...AREAS,
      (_bind, given) => {
        services = given;
      },
    ],
  );
  if (!services) throw new Error('the application gave its areas nothing');
  return services;
}
