import { SUPPLY_RESOURCE_NAMES } from '@yardage/contract/supply-records';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database, type Transaction } from '#server/database/database';
import { SAMPLE_SOURCE } from '#server/testing/supply-samples';
import { type Batch, batchesOf, stateOf } from '#server/testing/supply-state';
import { randomWorld, seededRandom, shuffled } from '#server/testing/supply-world';
import { openTestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';

const send = (database: Database, { resource, records }: Batch) =>
  applySupplyBatch(database, { resource, dataSource: resource === 'data-sources' ? undefined : SAMPLE_SOURCE, records, isAtomic: false });

/** Runs every batch up to its end, and then undoes it as a killed server would, some of the time. */
function killedDatabase(database: Database, isKilled: () => boolean): Database {
  const transaction: Database['transaction'] = (actor, work) =>
    database.transaction(actor, async (open: Transaction) => {
      const result = await work(open);
      if (isKilled()) throw new Error('killed');
      return result;
    });
  return new Proxy(database, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) });
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openTestDatabase('empty');
  try {
    return await work(database);
  } finally {
    await close();
  }
}

describe.each([1, 2])('the random world %i', (seed) => {
  const versions = randomWorld(seededRandom(seed));
  let expected: unknown;

  beforeAll(async () => {
    expected = await withDatabase(async (database) => {
      for (const batch of batchesOf(versions, () => 1)) {
        const { answer } = await send(database, batch);
        expect(answer.results, JSON.stringify(batch)).toMatchObject([{ outcome: expect.stringMatching(/created|updated/) }]);
      }
      return stateOf(database);
    });
  });

  it('FED-05 FED-07 ends the same in random order and batches, repeated, and when batches are rolled back', async () => {
    const random = seededRandom(seed + 100);
    const found = await withDatabase(async (database) => {
      const killed = killedDatabase(database, () => random() < 0.3);
      const mixed = shuffled([...versions, ...shuffled(versions, random).slice(0, 30)], random);
      for (const batch of batchesOf(mixed, () => 1 + Math.floor(random() * 20))) {
        // The sender of a batch that got no answer sends it again.
        for (let isSent = false; !isSent; ) {
          isSent = await send(killed, batch).then(
            () => true,
            (error: Error) => {
              if (error.message !== 'killed') throw error;
              return false;
            },
          );
        }
      }
      return stateOf(database);
    });
    expect(found).toEqual(expected);
  });

  it('FED-07 ends the same when batches arrive at once, at several processes', async () => {
    const random = seededRandom(seed + 200);
    const found = await withDatabase(async (database) => {
      const byResource = SUPPLY_RESOURCE_NAMES.flatMap((name) => versions.filter(({ resource }) => resource === name));
      const batches = shuffled([...batchesOf(byResource, () => 7), ...batchesOf(shuffled(versions, random), () => 5)], random);
      // A process lets one batch of a data source run at a time, and has one `Database`.
      const processes = Array.from({ length: 3 }, () => new Database(database.engine));
      const senders = [...processes, ...processes].map(async (process) => {
        for (let batch = batches.pop(); batch; batch = batches.pop()) await send(process, batch);
      });
      await Promise.all(senders);
      return stateOf(database);
    });
    expect(found).toEqual(expected);
  });
});
