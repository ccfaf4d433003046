import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { describe, expect, it } from 'vitest';
import type { Database, Transaction } from '#server/database/database';
import { SAMPLE_SOURCE } from '#server/testing/supply-samples';
import { randomWorld, seededRandom, shuffled, type Version } from '#server/testing/supply-world';
import { openTestDatabase } from '#server/testing/test-database';
import { applySupplyBatch } from './apply-supply-batch.service.ts';

/** Everything that a customer can see, without ids and the moments of writing. */
const STATE = `select json_build_object(
  'customers', (select json_agg(json_build_array(c.customer_number, c.address_line1, (select count(*) from customer_contacts k where k.customer_id = c.id)) order by 1) from (select * from customers order by customer_number) c),
  'members', (select json_agg(json_build_array(c.customer_number, m.email, m.role_id, m.position) order by c.customer_number, m.email) from members m join customers c on c.id = m.customer_id),
  'quotes', (select json_agg(json_build_array(q.quote_number, q.is_active, (select sum(quantity) from quote_products p where p.quote_id = q.id)) order by q.quote_number) from quotes q),
  'orders', (select json_agg(json_build_array(o.alt_key, o.status_id, c.customer_number, q.quote_number) order by o.alt_key)
    from orders o join customers c on c.id = o.customer_id left join quotes q on q.id = o.quote_id),
  'tickets', (select json_agg(json_build_array(t.alt_key, o.alt_key, t.status_id, t.is_cancelled, t.finished_at, t.quantity, r.number, i.document_number,
      (select json_agg(json_build_array(p.line_number, n.number, p.amount_cents) order by p.line_number) from ticket_products p join products n on n.id = p.product_id where p.ticket_id = t.id)) order by t.alt_key)
    from tickets t join orders o on o.id = t.order_id left join trucks r on r.id = t.truck_id left join invoices i on i.id = t.invoice_id),
  'invoices', (select json_agg(json_build_array(document_number, total_cents, paid_cents, pending_cents, credited_cents, open_cents, voided_on, paid_on) order by document_number) from invoices),
  'credits', (select json_agg(json_build_array(document_number, total_cents, applied_cents, open_cents, voided_on) order by document_number) from credits),
  'payments', (select json_agg(json_build_array(cart_id, payment_result, amount_cents, applied_cents, on_account_cents, returned_at) order by cart_id) from payments),
  'balance', (select json_agg(json_build_array(c.customer_number, (select sum(invoice_cents + account_cents) from ledger_entries e where e.customer_id = c.id)) order by c.customer_number) from customers c),
  'staged', (select json_agg(json_build_array(resource, key, state, updated_at, hash) order by resource, key) from supply_records)) as state`;

const stateOf = (database: Database) =>
  database.transaction('system', async ({ client }) => (await client.query<{ state: unknown }>(STATE)).rows[0]?.state);

interface Batch {
  resource: SupplyResource;
  records: unknown[];
}

/** Cuts the versions, in their order, into batches of one resource each. */
function batchesOf(versions: readonly Version[], mostOf: () => number): Batch[] {
  const batches: Batch[] = [];
  let most = mostOf();
  for (const { resource, record } of versions) {
    const open = batches.at(-1);
    if (open?.resource === resource && open.records.length < most) open.records.push(record);
    else {
      batches.push({ resource, records: [record] });
      most = mostOf();
    }
  }
  return batches;
}

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

describe.each([1, 2, 3])('the random world %i', (seed) => {
  const versions = randomWorld(seededRandom(seed));
  const ordered = () =>
    withDatabase(async (database) => {
      for (const batch of batchesOf(versions, () => 1)) {
        const { answer } = await send(database, batch);
        expect(answer.results, JSON.stringify(batch)).toMatchObject([{ outcome: expect.stringMatching(/created|updated/) }]);
      }
      return stateOf(database);
    });

  it('FED-05 FED-07 ends the same in random order, in random batches, repeated, and when batches are undone on their way', async () => {
    const expected = await ordered();
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

  it('FED-07 ends the same when batches arrive at once', async () => {
    const expected = await ordered();
    const random = seededRandom(seed + 200);
    const found = await withDatabase(async (database) => {
      const byResource = SUPPLY_RESOURCE_NAMES.flatMap((name) => versions.filter(({ resource }) => resource === name));
      const batches = shuffled([...batchesOf(byResource, () => 7), ...batchesOf(shuffled(versions, random), () => 5)], random);
      const senders = Array.from({ length: 6 }, async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop()) await send(database, batch);
      });
      await Promise.all(senders);
      return stateOf(database);
    });
    expect(found).toEqual(expected);
  });
});
