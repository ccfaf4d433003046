import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEADERS } from '@yardage/contract/headers';
import { ALL_SCOPES } from '@yardage/contract/service-scopes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUPPLIER_KEYS, serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { holdRows } from '#server/testing/held-rows';
import { openServerWorld, type ServerWorld } from '#server/testing/server-process';
import type { ServerProcess } from '#server/testing/start-server';
import { SAMPLE_SOURCE } from '#server/testing/supply-samples';
import { type Batch, batchesOf, stateOf } from '#server/testing/supply-state';
import { randomWorld, seededRandom, shuffled } from '#server/testing/supply-world';
import { openTestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';

const SEED = 11;
const KILLS = 2;
/** Production, because the demo would fill the empty database. None of these outside services is called. */
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'http://127.0.0.1:9',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'x',
  OIDC_AUDIENCE: 'x',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@example.com',
  STRIPE_SECRET_KEY: 'sk_test_nothing',
  STRIPE_WEBHOOK_SECRET: 'whsec_nothing',
  SUBSCRIPTION_KEY: 'subscription',
  LOG_LEVEL: 'fatal',
  // Production does not start without pages; these are not looked at.
  WEB_ROOT: mkdtempSync(join(tmpdir(), 'yardage-pages-')),
};
writeFileSync(join(PRODUCTION.WEB_ROOT, 'index.html'), '');

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld('empty');
  key = await world.inspect(
    async (database) =>
      (
        await serviceKeysService(database, SUPPLIER_KEYS).create(
          { name: 'Test', scopes: [ALL_SCOPES] },
          { userId: null, requestId: 'test' },
        )
      ).secret,
  );
});
afterAll(() => world?.remove());

const bodyOf = ({ resource, records }: Batch) => (resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records });

/** Whether the batch was answered; a killed server answers nothing. */
async function send({ url }: ServerProcess, batch: Batch): Promise<boolean> {
  const answer = await fetch(`${url}/api/supply/${batch.resource}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [HEADERS.serviceKey]: key },
    body: JSON.stringify(bodyOf(batch)),
  }).catch(() => undefined);
  if (answer && answer.status !== 200) throw new Error(`${batch.resource} answered ${answer.status}: ${await answer.text()}`);
  return (await answer?.text().catch(() => undefined)) !== undefined;
}

/** Kills the server when it has written all records of a batch and not yet committed them. Returns whether the batch was answered. */
async function killDuring(server: ServerProcess, batch: Batch): Promise<boolean> {
  return world.inspect(async (database) => {
    // A batch writes this table last.
    const held = await holdRows(database, 'lock table supply_deliveries in exclusive mode');
    const sending = send(server, batch);
    await held.untilWaitedFor();
    await server.kill();
    await held.commit();
    return sending;
  });
}

async function stateInOrder(versions: ReturnType<typeof randomWorld>): Promise<unknown> {
  const { database, close } = await openTestDatabase('empty');
  try {
    for (const { resource, records } of batchesOf(versions, () => 1000)) {
      await applySupplyBatch(database, { resource, ...bodyOf({ resource, records }), dataSource: sourceOf(resource), isAtomic: false });
    }
    return await stateOf(database);
  } finally {
    await close();
  }
}
const sourceOf = (resource: string) => (resource === 'data-sources' ? undefined : SAMPLE_SOURCE);

describe('a server that is killed while it takes batches', () => {
  it('FED-07 ends in the same state as one that is not, when the sender repeats what got no answer', async () => {
    const versions = randomWorld(seededRandom(SEED));
    const random = seededRandom(SEED + 1);
    const mixed = Map.groupBy(shuffled([...versions, ...versions.slice(0, 20)], random), ({ resource }) => resource);
    const batches = shuffled(
      [...mixed.values()].flatMap((group) => batchesOf(group, () => 1 + Math.floor(random() * 20))),
      random,
    );
    // One kill in the middle of a batch, one between two batches.
    const killedAt = new Map(
      shuffled([...batches.keys()], random)
        .slice(0, KILLS)
        .map((index, kill) => [index, kill < KILLS - 1 ? 'during' : 'before'] as const),
    );
    let server = await world.start(PRODUCTION);
    let unanswered = 0;
    try {
      for (const [index, batch] of batches.entries()) {
        const kill = killedAt.get(index);
        if (kill) {
          const isAnswered = kill === 'during' ? await killDuring(server, batch) : await server.kill().then(() => true);
          if (!isAnswered) unanswered += 1;
          server = await world.start(PRODUCTION);
        }
        expect(await send(server, batch)).toBe(true);
      }
    } finally {
      await server.kill();
    }
    expect(killedAt.size).toBe(KILLS);
    expect(unanswered).toBe(KILLS - 1);
    expect(await world.inspect(stateOf)).toEqual(await stateInOrder(versions));
  });
});
