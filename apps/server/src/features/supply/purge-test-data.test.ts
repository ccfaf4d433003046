import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRecord } from '#server/testing/supply-samples';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';
import { purgeTestData } from './purge-test-data.service.ts';

const BY = { userId: null, requestId: 'test' };

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());

/** Sends one record of each resource to a data source; numbers that are unique everywhere carry its code. */
async function fill(code: string, isTest: boolean): Promise<void> {
  const own: Partial<Record<SupplyResource, object>> = {
    'data-sources': { key: code, isTest },
    customers: { globalCustomerNumber: `G${code}` },
    members: { email: `${code.toLowerCase()}@ridge.example` },
    orders: { jobAddress1: `2 ${code} Rd`, jobAddress2: 'Hixson, TN 37343' },
  };
  for (const resource of SUPPLY_RESOURCE_NAMES) {
    const record = { ...sampleRecord[resource](), ...own[resource] };
    const dataSource = resource === 'data-sources' ? undefined : code;
    const { answer } = await applySupplyBatch(test.database, { resource, dataSource, records: [record], isAtomic: true });
    expect(answer.counts.created, resource).toBe(1);
  }
}

const counts = () =>
  test.database.transaction('system', async ({ client }) => {
    const tables = [
      'data_sources',
      'customers',
      'tickets',
      'invoices',
      'payments',
      'credits',
      'ledger_entries',
      'trucks',
      'supply_records',
      'known_streets',
    ];
    const { rows } = await client.query(`select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`);
    return rows[0];
  });

describe('test data', () => {
  it('FED-08 is purged with everything that came with it, and no other data is', async () => {
    await fill('EAST', false);
    const before = await counts();
    await fill('TRIAL', true);
    expect(await counts()).not.toEqual(before);
    expect(await purgeTestData(test.database, 'EAST', BY)).toEqual({ outcome: 'not-a-test' });
    expect(await purgeTestData(test.database, 'NOWHERE', BY)).toEqual({ outcome: 'unknown-source' });
    expect(await purgeTestData(test.database, 'TRIAL', BY)).toMatchObject({
      outcome: 'purged',
      keptCustomers: 0,
      deleted: { tickets: 1, invoices: 1 },
    });
    expect(await counts()).toEqual(before);
    // The same records can be sent again.
    await fill('TRIAL', true);
  });
});
