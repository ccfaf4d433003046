import type { Database } from '#server/database/database';
import type { PgTable } from '#server/database/drizzle';
import { ticketProducts } from '#server/database/tables/sales';
import { anchorDay } from './clock.ts';
import {
  analyze,
  hasCustomers,
  insertRows,
  insertUnchecked,
  predictPastArrivals,
  readWorldFact,
  skipIds,
  writeWorldFact,
} from './demo-world.queries.ts';
import { makeWorld, type WorldOptions } from './make-world.ts';
import type { WorldWriter } from './world-writer.ts';

/** The table with two thirds of all rows. It has no triggers of ours, so its rows may be inserted unchecked. */
const LARGEST_TABLE: PgTable = ticketProducts;

/** Input for the world, with a callback for progress. */
export type FillOptions = WorldOptions;

/** Row counts of the generated world. */
export interface FillResult {
  customers: number;
  orders: number;
  tickets: number;
  invoices: number;
}

/** Fills an empty database with the demo world, in one transaction: an interrupted fill leaves nothing behind. */
export async function fillDemoWorld(database: Database, options: FillOptions): Promise<FillResult> {
  const { seed, scale, now, onProgress } = options;
  const numbers = await database.transaction('system', async (transaction) => {
    if (await hasCustomers(transaction)) throw new Error('The demo world is made in an empty database only; this one has customers.');
    const { client } = transaction;
    const counts = new Map<PgTable, number>();
    const writer: WorldWriter = {
      insert: (table, rows) => {
        counts.set(table, (counts.get(table) ?? 0) + rows.length);
        return table === LARGEST_TABLE ? insertUnchecked(client, table, rows) : insertRows(client, table, rows);
      },
    };
    const made = await makeWorld(writer, options);
    for (const [table, count] of counts) await skipIds(client, table, count);
    await predictPastArrivals(client, now);
    await writeWorldFact(transaction, { seed, scale, anchoredOn: anchorDay(now), filledAt: now.toISOString() });
    return made;
  });
  onProgress('Statistics for the query planner', 0.98);
  await analyze(database);
  onProgress('Demo world ready', 1);
  return {
    customers: numbers.last('customers'),
    orders: numbers.last('orders'),
    tickets: numbers.last('tickets'),
    invoices: numbers.last('invoices'),
  };
}

/** Returns whether the database has a finished demo world. */
export async function isDemoWorldFilled(database: Database): Promise<boolean> {
  return (await readWorldFact(database)) !== undefined;
}

/** Returns the day that the demo world was generated for, as `yyyy-MM-dd`. */
export async function demoWorldAnchor(database: Database): Promise<string | undefined> {
  return (await readWorldFact(database))?.anchoredOn;
}
