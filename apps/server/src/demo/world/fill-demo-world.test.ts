import { expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { readWorldFact } from './demo-world.queries.ts';
import { fillDemoWorld, isDemoWorldFilled } from './fill-demo-world.ts';

const TABLES = [
  'customers',
  'members',
  'trucks',
  'quotes',
  'orders',
  'tickets',
  'ticket_products',
  'invoices',
  'payments',
  'payment_invoices',
];

async function query({ database }: TestDatabase, text: string): Promise<Record<string, unknown>[]> {
  return database.transaction('system', async ({ client }) => (await client.query(text)).rows);
}

test('filling starts over after an interrupted one, and creates the same world for the same seed and moment', async () => {
  const [demo, fresh] = await Promise.all([openTestDatabase('demo'), openTestDatabase('empty')]);
  const fact = await readWorldFact(demo.database);
  if (!fact) throw new Error('the demo database holds no demo world');
  const options = { seed: fact.seed, scale: fact.scale, now: new Date(fact.filledAt) };
  const breakOff = (step: string) => {
    if (step === 'Orders and invoices') throw new Error('killed');
  };
  await expect(fillDemoWorld(fresh.database, { ...options, onProgress: breakOff })).rejects.toThrow('killed');
  expect(await isDemoWorldFilled(fresh.database)).toBe(false);
  const made = await fillDemoWorld(fresh.database, { ...options, onProgress: () => {} });
  expect(await query(fresh, 'select count(*)::int as tickets from tickets')).toEqual([{ tickets: made.tickets }]);
  for (const table of TABLES) {
    const sums = `select md5(string_agg(md5(${table}::text), '' order by ${table}::text)) as sum from ${table}`;
    expect(await query(fresh, sums), table).toEqual(await query(demo, sums));
  }
  await Promise.all([fresh.close(), demo.close()]);
}, 400_000);
