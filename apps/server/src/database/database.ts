import type { Writable } from 'node:stream';
import type pg from 'pg';
import { drizzle, type NodePgDatabase, type SQL } from './drizzle.ts';
import type { Engine } from './engine.ts';
import { withoutValues } from './failures.ts';
import { knownText, makeRoomFor } from './prepared-statements.ts';
import { toStatement } from './statement.ts';

/** For whom a transaction works: one customer number's member, or the system itself (sign-in, jobs, demo world). */
export interface Member {
  customerId: number;
  userId: number;
}
export type Actor = Member | 'system';

/** An open transaction; writes go through Drizzle, raw access is for bulk loads and jobs. */
export interface Transaction {
  orm: NodePgDatabase;
  client: pg.PoolClient;
}

/** The database as the application sees it: nothing runs but within a transaction that says for whom. */
export class Database {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Throws where the database cannot be reached. */
  async ping(): Promise<void> {
    await this.engine.pool.query('select 1');
  }

  /** Runs the work in a transaction of the actor's; an exception undoes everything. */
  async transaction<T>(actor: Actor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.engine.pool.connect();
    try {
      await client.query(beginAs(actor, 'begin'));
      const result = await work({ client, orm: drizzle(client, { casing: 'snake_case' }) });
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await abandon(client);
      throw withoutValues(error);
    }
  }

  /**
   * One reading statement of one row with the column `answer`, in a transaction of its own and one round trip.
   * Answers that column, or undefined where the statement found nothing.
   */
  async read<T = string>(actor: Actor, expression: SQL): Promise<T | undefined> {
    const statement = toStatement(expression);
    const { name, hasGenericPlan } = knownText(statement.text);
    const client = await this.engine.pool.connect();
    try {
      const freeing = makeRoomFor(client, name);
      const [, result] = await inOneWrite(client, () =>
        Promise.all([
          client.query(beginAs(actor, 'begin read only') + (hasGenericPlan ? GENERIC_PLAN : '')),
          client.query<{ answer: T }>({ ...statement, name }),
          client.query(freeing ? `commit; ${freeing}` : 'commit'),
        ]),
      );
      client.release();
      return result.rows[0]?.answer;
    } catch (error) {
      await abandon(client);
      throw error;
    }
  }
}

const GENERIC_PLAN = '; set local plan_cache_mode = force_generic_plan';

/** Begins, and sets the role and, for a member, the customer that row-level security compares with; both end with the transaction. */
function beginAs(actor: Actor, begin: 'begin' | 'begin read only'): string {
  if (actor === 'system')
    return `${begin}; set local role yardage_system; set local yardage.customer_id = ''; set local yardage.user_id = ''`;
  const { customerId, userId } = actor;
  if (!Number.isSafeInteger(customerId) || !Number.isSafeInteger(userId)) throw new Error('an actor is named by whole numbers');
  return `${begin}; set local role yardage_app; set local yardage.customer_id = '${customerId}'; set local yardage.user_id = '${userId}'`;
}

/** Hands what the work sends at once to the connection in one piece instead of one a statement; the embedded engine has no such stream. */
function inOneWrite<T>(client: pg.PoolClient, work: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Partial<Writable> } }).connection;
  stream.cork?.();
  try {
    return work();
  } finally {
    stream.uncork?.();
  }
}

/** Undoes the open transaction; a connection on which even that fails is thrown away. */
async function abandon(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
}
