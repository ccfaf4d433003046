import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database } from '../apps/server/src/database/database.ts';
import { applySupplyBatch } from '../apps/server/src/features/supply/apply-supply-batch.service.ts';
import { SAMPLE_SOURCE, sampleRecord } from '../apps/server/src/testing/supply-samples.ts';

/** Records per batch. */
export const BATCH = 1000;
const ORDERS = 500;
const CUSTOMERS = 20;
const TRUCKS = 50;

/** Applies a batch in this process. */
export async function put(database: Database, resource: SupplyResource, records: readonly unknown[]): Promise<void> {
  const dataSource = resource === 'data-sources' ? undefined : SAMPLE_SOURCE;
  const { answer } = await applySupplyBatch(database, { resource, dataSource, records, isAtomic: false });
  if (answer.counts.created !== records.length) throw new Error(`${resource}: ${JSON.stringify(answer.counts)}`);
}

/** Sends what tickets refer to. The bench's user sees every customer. */
export async function fillGround(database: Database): Promise<void> {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const resource of ['data-sources', 'plants', 'products', 'price-lists', 'contacts'] as const) {
    await put(database, resource, [sampleRecord[resource]()]);
  }
  await put(database, 'products', [sampleRecord.products({ key: 'FUEL', number: 'FUEL', kind: 'charge' })]);
  await put(
    database,
    'trucks',
    numbers(TRUCKS).map((index) => sampleRecord.trucks({ key: `T${index}`, number: `${index}` })),
  );
  await put(
    database,
    'customers',
    numbers(CUSTOMERS).map((index) =>
      sampleRecord.customers({ key: `C${index}`, customerNumber: `${index}`, globalCustomerNumber: `G${index}` }),
    ),
  );
  await put(
    database,
    'members',
    numbers(CUSTOMERS).map((index) =>
      sampleRecord.members({ key: `M${index}`, customerKey: `C${index}`, email: 'bench@example.com', invite: false }),
    ),
  );
  await put(
    database,
    'orders',
    numbers(ORDERS).map((index) => sampleRecord.orders({ key: `O${index}`, customerKey: `C${index % CUSTOMERS}`, quoteKey: null })),
  );
}

/** Returns a ticket with two lines. */
export function ticketOf(index: number) {
  const order = index % ORDERS;
  return sampleRecord.tickets({
    key: `K${index}`,
    customerKey: `C${order % CUSTOMERS}`,
    orderKey: `O${order}`,
    truckKey: `T${index % TRUCKS}`,
    number: String(100_000 + index),
    status: 'finished',
    finishedAt: '2026-01-06T13:00:00Z',
    leaveJobAt: '2026-01-06T13:10:00Z',
    lines: [
      { productKey: 'MIX', quantity: 10, unitPrice: 150, amount: 1500 },
      { productKey: 'FUEL', quantity: 1, unitPrice: 18.5, amount: 18.5 },
    ],
  });
}
