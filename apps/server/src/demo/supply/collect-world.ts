import type { PgTable } from '#server/database/drizzle';
import { makeWorld, type WorldOptions } from '../world/make-world.ts';

/** The rows of a generated world by table. */
export class CollectedWorld {
  readonly #rows = new Map<PgTable, unknown[]>();

  add<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): void {
    const known = this.#rows.get(table);
    if (known) for (const row of rows) known.push(row);
    else this.#rows.set(table, [...rows]);
  }

  rowsOf<Table extends PgTable>(table: Table): Table['$inferInsert'][] {
    return (this.#rows.get(table) ?? []) as Table['$inferInsert'][];
  }
}

/** Generates a world into memory. */
export async function collectWorld(options: WorldOptions): Promise<CollectedWorld> {
  const world = new CollectedWorld();
  await makeWorld({ insert: async (table, rows) => world.add(table, rows) }, options);
  return world;
}
