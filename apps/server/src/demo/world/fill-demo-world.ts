import type { Database } from '#server/database/database';
import { anchorDay, createClock } from './clock.ts';
import { analyze, hasCustomers, insertRows, readWorldFact, skipIds, writeWorldFact } from './demo-world.queries.ts';
import { makeDemoCompanies, makeGround } from './make-world.ts';
import { Numbers } from './numbers.ts';
import { Random } from './random.ts';
import { makeScaleCompanies } from './scale.ts';
import type { Making, WorldWriter } from './world-writer.ts';

export interface FillOptions {
  /** The same seed gives the same world on the same day. */
  seed: number;
  /** 1 is the demo; each further one adds some fifty customers and 25,000 tickets to it. */
  scale: number;
  now: Date;
  /** What is being done, and the share of all that is done. */
  onProgress: (step: string, share: number) => void;
}

export interface FillResult {
  customers: number;
  orders: number;
  tickets: number;
  invoices: number;
}

/** Every table whose ids the world gives out itself. */
const COUNTED = [
  'announcements',
  'contacts',
  'customers',
  'invoices',
  'members',
  'orders',
  'payments',
  'plants',
  'price_lists',
  'products',
  'quote_products',
  'quotes',
  'support_tickets',
  'ticket_products',
  'tickets',
  'trucks',
  'users',
];

/**
 * Fills an empty database with the demo world, in one transaction: a fill that is killed leaves nothing behind, and the next one starts
 * anew.
 */
export async function fillDemoWorld(database: Database, options: FillOptions): Promise<FillResult> {
  const numbers = new Numbers();
  await database.transaction('system', async (transaction) => {
    if (await hasCustomers(transaction)) throw new Error('The demo world is made in an empty database only; this one has customers.');
    const { client } = transaction;
    const counts = await makeWorld({ insert: (table, rows) => insertRows(client, table, rows) }, numbers, options);
    for (const table of COUNTED) await skipIds(client, table, counts.get(table) ?? 0);
    const { seed, scale, now } = options;
    await writeWorldFact(transaction, { seed, scale, anchoredOn: anchorDay(now), filledAt: now.toISOString() });
  });
  await analyze(database);
  options.onProgress('Demo world ready', 1);
  return {
    customers: numbers.last('customers'),
    orders: numbers.last('orders'),
    tickets: numbers.last('tickets'),
    invoices: numbers.last('invoices'),
  };
}
