import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvent } from '#server/features/events/events.queries';
import { addWebhook } from '#server/testing/prepare-webhook';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { claimDue } from './webhook-queue.queries.ts';

const CLAIM = { limit: 20, ofCustomers: 16, perEndpoint: 4, perFailing: 1, underWay: [], leaseSeconds: 60 };
let test: TestDatabase;
let own: TestCustomer;
let other: TestCustomer;

beforeAll(async () => {
  test = await openTestDatabase('demo');
  [own] = (await customersOf(test.database, 'owner@example.com')) as [TestCustomer];
  [other] = (await customersOf(test.database, 'other@example.com')) as [TestCustomer];
  for (let count = 0; count < 5; count++) {
    await test.database.transaction('system', (transaction) =>
      recordEvent(transaction, 'support.opened', own.customerId, { number: `${count}` } as never),
    );
  }
});
afterAll(() => test?.close());

/** Makes the given number of messages to each webhook due, and no others. Returns the webhooks of those that are claimed. */
async function claim(messages: ReadonlyMap<number, number>, changes: Partial<Parameters<typeof claimDue>[1]> = {}): Promise<number[]> {
  return test.database.transaction('system', async (transaction) => {
    await transaction.client.query('delete from webhook_deliveries');
    for (const [id, count] of messages) {
      await transaction.client.query(
        `insert into webhook_deliveries (endpoint_id, event_sequence, next_attempt_at)
         select $1, sequence, now() - interval '1 second' from events order by sequence limit $2`,
        [id, count],
      );
    }
    return (await claimDue(transaction, { ...CLAIM, ...changes })).map(({ endpointId }) => endpointId);
  });
}
const countOf = (claimed: readonly number[], id: number) => claimed.filter((endpointId) => endpointId === id).length;
/** Repeats a claim, because the order of what is equal is left to chance. */
const tenTimes = async (make: () => Promise<number>): Promise<number[]> => {
  const counts: number[] = [];
  while (counts.length < 10) counts.push(await make());
  return counts;
};

describe('the queue of webhooks', () => {
  it('EVT-03 is claimed within the places of customers, and one message at a time of a webhook that fails', async () => {
    const [failing, healthy, supplier] = await Promise.all(
      [own.customerId, own.customerId, null].map((id) => addWebhook(test.database, id)),
    );
    await test.database.transaction('system', ({ client }) =>
      client.query('update webhook_endpoints set failing_since = now() where id = $1', [failing]),
    );
    const messages = new Map([failing, healthy, supplier].map((id) => [id as number, 5]));
    const claimed = await claim(messages, { ofCustomers: 3 });
    expect(countOf(claimed, supplier as number)).toBe(4);
    expect(countOf(claimed, failing as number)).toBe(1);
    expect(countOf(claimed, healthy as number)).toBe(2);
  });

  it('EVT-03 EVT-05 lets customers take turns, however many webhooks one has and whatever is being sent to these', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => addWebhook(test.database, own.customerId)));
    const one = await addWebhook(test.database, other.customerId);
    const messages = new Map([...many, one].map((id) => [id, 1]));
    expect(await tenTimes(async () => countOf(await claim(messages, { ofCustomers: 2 }), one))).toEqual(Array(10).fill(1));
    // One place is free, the customer with many has the others.
    const underWay = many.slice(0, 15).map((endpointId) => ({ endpointId, count: 1 }));
    expect(await tenTimes(async () => countOf(await claim(messages, { ofCustomers: 1, underWay }), one))).toEqual(Array(10).fill(1));
    // Nobody else needs the places.
    const all = await claim(messages);
    expect([all.length, countOf(all, one)]).toEqual([16, 1]);
  });

  it("EVT-03 claims of each of the supplier's webhooks, however long the queue of one is", async () => {
    const [long, short] = [await addWebhook(test.database, null), await addWebhook(test.database, null)];
    const messages = new Map([
      [long, 5],
      [short, 1],
    ]);
    expect(await tenTimes(async () => countOf(await claim(messages, { limit: 2 }), short))).toEqual(Array(10).fill(1));
  });
});
