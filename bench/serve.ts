import { builtInAssistant } from '../apps/server/src/adapters/assistant/built-in/built-in.assistant.ts';
import { localIdentity, outsideAccounts } from '../apps/server/src/adapters/identity/openid.identity.ts';
import { openSandbox } from '../apps/server/src/adapters/payments/sandbox/sandbox.payments.ts';
import { builtInRouting } from '../apps/server/src/adapters/routing/built-in.routing.ts';
import { createApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { Database } from '../apps/server/src/database/database.ts';
import { openEngine } from '../apps/server/src/database/engine.ts';
import { createLog } from '../apps/server/src/http/observability.ts';
import type { RecordsChange } from '../apps/server/src/hub/records-change.ts';

// The server of a bench, in a separate process: the real application with the bench's own issuer. Reports its port and memory use.

const { databaseUrl, publicKey, issuer, audience, environment } = JSON.parse(process.argv[2] ?? '{}');
const config = readConfig({
  MODE: 'demo',
  DATABASE_URL: databaseUrl,
  PORT: '0',
  CALLS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'error',
  // No background jobs run here.
  ASSISTANT_IN_CHATS: 'off',
  DATABASE_POOL_SIZE: '32',
  ...environment,
});
const database = new Database(await openEngine({ databaseUrl, dataDir: '', poolSize: config.databasePoolSize }));
const { http, hub } = await createApp(config, {
  database,
  identity: localIdentity(issuer, audience, 'portal', { keys: [publicKey] }),
  accounts: outsideAccounts,
  addresses: { search: async () => [] },
  assistant: builtInAssistant,
  mail: { send: async () => {} },
  payments: await openSandbox(database, { settleSeconds: 0, slowSeconds: 0, downSeconds: 0, latencyMs: 0 }),
  routing: builtInRouting,
  webhooks: { faultOf: () => undefined, send: async () => 204 },
  log: createLog('error'),
  signIn: { issuer, clientId: 'portal', audience, scope: 'openid' },
});
await http.listen({ host: '127.0.0.1', port: 0 });
const address = http.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.on('message', (order: 'memory' | 'memory as it is' | RecordsChange) => {
  if (typeof order === 'object') {
    // Taken before the announcement, as for Socket.IO alone: that writes to all connections before it returns, the hub afterwards.
    const sentAt = performance.timeOrigin + performance.now();
    hub.announceRecords([order]);
    process.send?.({ id: order.ids[0], sentAt });
    return;
  }
  // A server in use collects garbage only when it has to. A forced collection leaves only the memory that is really in use.
  if (order === 'memory') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage().rss, maxRss: process.resourceUsage().maxRSS * 1024, cpuMs: (user + system) / 1000 });
});
