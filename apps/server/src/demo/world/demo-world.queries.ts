import type pg from 'pg';
import type { Database, Transaction } from '#server/database/database';
import { eq, getTableColumns, getTableName, type PgTable, toSnakeCase } from '#server/database/drizzle';
import { DEMO_WORLD_FACT } from '#server/database/installation-facts.queries';
import { customers } from '#server/database/tables/accounts';
import { installationFacts } from '#server/database/tables/operations';

const ROWS_A_STATEMENT = 2_000;

/** What a demo world was generated from. */
export interface WorldFact {
  seed: number;
  scale: number;
  anchoredOn: string;
  /** The moment that the deliveries under way were generated for. */
  filledAt: string;
}

/**
 * Inserts rows in bulk, with one array per column that the server unnests. The columns are the Drizzle table's, as far as the first
 * row has them; every row must have the same ones.
 */
export async function insertRows<Table extends PgTable>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = columns.map(([key, column]) => (column.keyAsName ? toSnakeCase(key) : column.name)).join(', ');
  const arrays = columns.map(([, column], index) => `$${index + 1}::${column.getSQLType()}[]`).join(', ');
  const text = `insert into ${getTableName(table)} (${names}) select * from unnest(${arrays})`;
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const part = rows.slice(from, from + ROWS_A_STATEMENT) as Record<string, unknown>[];
    const values = columns.map(([key]) => part.map((row) => toParameter(row[key])));
    await client.query(text, values);
  }
}

/**
 * Inserts rows without checking their references, which takes three quarters of the time for a table of many short rows. The unit tests of
 * the world check them. Only a superuser may do this, such as the one of the embedded database; others insert as usual.
 */
export async function insertUnchecked<Table extends PgTable>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  const { rows: found } = await client.query<{ isAllowed: boolean; role: string }>(
    `select has_parameter_privilege(session_user, 'session_replication_role', 'set') as "isAllowed", current_user as role`,
  );
  const [{ isAllowed, role } = { isAllowed: false, role: '' }] = found;
  if (!isAllowed) return insertRows(client, table, rows);
  await client.query('reset role; set local session_replication_role = replica');
  await insertRows(client, table, rows);
  await client.query(`set local session_replication_role = origin; set local role ${client.escapeIdentifier(role)}`);
}

function toParameter(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

/**
 * Advances a table's id sequence, if it has one, past the ids already used. It calls `nextval`, because only the owner may set a
 * sequence.
 */
export async function skipIds(client: pg.ClientBase, table: PgTable, count: number): Promise<void> {
  if (!getTableColumns(table).id?.generatedIdentity) return;
  const values = [getTableName(table), count];
  await client.query(`select count(nextval(pg_get_serial_sequence($1, 'id'))) from generate_series(1, $2::bigint)`, values);
}

/** Returns whether the database has any customers. */
export async function hasCustomers({ orm }: Transaction): Promise<boolean> {
  return (await orm.select({ id: customers.id }).from(customers).limit(1)).length > 0;
}

/** Records that the world is complete, and what it was generated from. */
export async function writeWorldFact({ orm }: Transaction, value: WorldFact): Promise<void> {
  await orm.insert(installationFacts).values({ key: DEMO_WORLD_FACT, value });
}

/** Returns what the demo world was generated from; undefined if there is none or it is unfinished. */
export async function readWorldFact(database: Database): Promise<WorldFact | undefined> {
  return database.transaction('system', async ({ orm }) => {
    const [row] = await orm.select().from(installationFacts).where(eq(installationFacts.key, DEMO_WORLD_FACT));
    return row?.value as WorldFact | undefined;
  });
}

/**
 * Updates the planner's statistics, and removes the row versions that filling left behind, as autovacuum does. Only the tables' owner may do
 * this, so it runs on the pool's own connection.
 */
export async function analyze(database: Database): Promise<void> {
  await database.engine.pool.query('vacuum analyze');
}

/**
 * Adds the arrivals that would have been predicted for the loads of the last weeks when their trucks left. The errors are spread like those
 * that `npm run bench -- eta` measures, and follow from the tickets, so that every fill makes the same ones.
 */
export async function predictPastArrivals(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into arrival_predictions (ticket_id, plant_id, predicted_at, estimated_at, earliest_at, latest_at)
     select id, plant_id, leave_plant_at + interval '90 seconds', estimated, estimated - doubt, estimated + doubt * 1.3
     from (
       select t.*, greatest(t.leave_plant_at + interval '2 minutes', t.arrived_at - interval '1 minute' * (t.draw * t.draw * t.draw * 9 + t.plant_id % 3 - 0.5)) as estimated,
         interval '75 seconds' + (t.arrived_at - t.leave_plant_at) * 0.15 as doubt
       from (select *, ((id * 7919) % 2000) / 1000.0 - 1 as draw from tickets
             where arrived_at between $1::timestamptz - interval '8 weeks' and $1 and leave_plant_at < arrived_at and truck_id is not null) as t
     ) as loads`,
    [now],
  );
}
