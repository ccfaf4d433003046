import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';
import { BatchRun, type WriteItems } from './batch-run.ts';
import { readBatch } from './read-batch.ts';
import { handlerOf } from './resources/resource-handlers.ts';

const BY = { userId: null, name: 'test', requestId: 'test', isLimited: false };
let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

describe('a record for which many others waited', () => {
  it('FED-05 applies them in sets that are no larger than a batch', async () => {
    for (const half of ['a', 'b']) {
      const records = Array.from({ length: 750 }, (_, index) => sampleRecord.contacts({ key: `${half}${index}` }));
      const { answer } = await applySupplyBatch(test.database, {
        resource: 'contacts',
        dataSource: SAMPLE_SOURCE,
        records,
        isAtomic: false,
      });
      expect(answer.counts.waiting).toBe(750);
    }
    const sets: number[] = [];
    const write: WriteItems = async (resource, writing, items) => {
      await handlerOf(resource).write(writing, items);
      if (resource === 'contacts') sets.push(items.length);
      return [];
    };
    const { given } = await readBatch('data-sources', undefined, [sampleRecord['data-sources']()], BY);
    const released = await test.database.transaction('system', async (transaction) => {
      const run = new BatchRun(transaction, BY, write);
      await run.run('data-sources', given);
      return run.released;
    });
    expect([released, sets]).toEqual([1500, [1000, 500]]);
  });
});
