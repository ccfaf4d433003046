import pg from 'pg';

/** The settings of a read's transaction: role, customer, user and how its statement is planned. */
export type ReadSettings = readonly [role: string, customerId: string, userId: string, planCacheMode: string];

/**
 * Makes the transaction read only and sets its role, customer, user and planning. These settings end with the transaction. `set_config` never
 * returns null, so this yields no row, and the driver has nothing to parse.
 */
const ACT = {
  name: 'act',
  text: `select where set_config('transaction_read_only', 'on', true) is null or set_config('role', $1, true) is null
    or set_config('yardage.customer_id', $2, true) is null or set_config('yardage.user_id', $3, true) is null
    or set_config('plan_cache_mode', $4, true) is null`,
};

/** Members of the driver's connection that its types leave out. */
interface DriverConnection {
  parsedStatements: Readonly<Record<string, string>>;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
}
type Results<T> = pg.QueryResult<{ answer: T }>;
interface DriverQuery {
  name: string;
  values: unknown[];
  prepare(connection: DriverConnection): void;
}
const BaseQuery = pg.Query as unknown as new (
  text: string,
  callback: (error: Error | null, results: Results<unknown> | Results<unknown>[]) => void,
) => DriverQuery;

/** A prepared statement with the values of a call. */
export interface PreparedRead {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A statement that is preceded by its settings. PostgreSQL runs what comes before one `Sync` as one transaction: no `begin`, no `commit`,
 * one write and one answer.
 */
class ReadQuery<T> extends BaseQuery {
  readonly #settings: ReadSettings;
  readonly #freed: string | undefined;

  constructor(
    { name, text, values }: PreparedRead,
    settings: ReadSettings,
    freed: string | undefined,
    done: (error: Error | null, result?: Results<T>) => void,
  ) {
    // The driver returns the result of the settings, too.
    super(text, (error, results) => done(error, [results].flat().at(-1) as Results<T> | undefined));
    this.name = name;
    this.values = values;
    this.#settings = settings;
    this.#freed = freed;
  }

  override prepare(connection: DriverConnection): void {
    connection.bind({ statement: ACT.name, values: this.#settings });
    connection.execute({});
    if (this.#freed !== undefined) connection.close({ type: 'S', name: this.#freed });
    super.prepare(connection);
  }
}

/** Runs a statement in a read-only transaction of its own, with its settings. `freed` names a prepared statement that is dropped with it. */
export async function runRead<T>(
  client: pg.PoolClient,
  settings: ReadSettings,
  statement: PreparedRead,
  freed: string | undefined,
): Promise<T | undefined> {
  const { connection } = client as unknown as { connection: DriverConnection };
  // The settings' statement is prepared once per connection, on its own. Sent together with the read, the driver would confuse the
  // confirmations of the two.
  if (connection.parsedStatements[ACT.name] === undefined) await client.query({ ...ACT, values: [...settings] });
  const result = await new Promise<Results<T> | undefined>((resolve, reject) => {
    const query = new ReadQuery<T>(statement, settings, freed, (error, found) => (error ? reject(error) : resolve(found)));
    client.query(query as unknown as pg.Query);
  });
  return result?.rows[0]?.answer;
}

/**
 * Whether a connection can be used after this error: PostgreSQL rejected the statement and rolled back. The embedded engine's errors are of
 * another class than the driver's.
 */
export function isRolledBack(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR';
}
