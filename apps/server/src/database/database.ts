import type { Writable } from 'node:stream';
import type pg from 'pg';
import { traced } from '#server/tracing';
import { drizzle, type NodePgDatabase, type SQL } from './drizzle.ts';
import type { Engine } from './engine.ts';
import { withoutValues } from './failures.ts';
import { knownText, makeRoomFor } from './prepared-statements.ts';
import { toStatement } from './statement.ts';
import { takeClaim } from './write-claim.ts';

/** A user at one customer number. A transaction acts for a member or for the system itself (sign-in, jobs, demo world). */
export interface Member {
  customerId: number;
  userId: number;
}
/** For reads on behalf of a customer, not of a person: by machines and share links. Row-level security limits them to the customer. */
export const NO_USER_ID = 0;
export type Actor = Member | 'system';

/** An open transaction. Writes go through Drizzle; `client` is for bulk loads and jobs. */
export interface Transaction {
  orm: NodePgDatabase;
  client: pg.PoolClient;
}

/** The application's access to the database. Every statement runs in a transaction that names its actor. */
export class Database {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Runs the work in a transaction as the actor. An exception rolls everything back. */
  transaction<T>(actor: Actor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return traced('database transaction', traceAttributesOf(actor), () => this.#transaction(actor, work));
  }

  async #transaction<T>(actor: Actor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.engine.pool.connect();
    const claim = takeClaim();
    try {
      await client.query(beginAs(actor, 'begin'));
      await claim?.insert(client);
      const result = await work({ client, orm: drizzle(client, { casing: 'snake_case' }) });
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      claim?.release();
      await abandon(client);
      throw withoutValues(error);
    }
  }

  /**
   * Runs one read-only statement in its own transaction, in one round trip. The statement selects one row with the column `answer`; returns
   * that column, or undefined if there is no row.
   */
  read<T = string>(actor: Actor, expression: SQL): Promise<T | undefined> {
    return traced('database read', traceAttributesOf(actor), () => this.#read(actor, expression));
  }

  async #read<T>(actor: Actor, expression: SQL): Promise<T | undefined> {
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

const SYSTEM_SCOPE = { 'yardage.scope': 'system' };
const MEMBER_SCOPE = { 'yardage.scope': 'member' };
const traceAttributesOf = (actor: Actor) => (actor === 'system' ? SYSTEM_SCOPE : MEMBER_SCOPE);

const GENERIC_PLAN = '; set local plan_cache_mode = force_generic_plan';

/**
 * Returns the statements that begin a transaction, set its role and, for a member, the customer and user for row-level security. These
 * settings end with the transaction.
 */
function beginAs(actor: Actor, begin: 'begin' | 'begin read only'): string {
  if (actor === 'system')
    return `${begin}; set local role yardage_system; set local yardage.customer_id = ''; set local yardage.user_id = ''`;
  const { customerId, userId } = actor;
  if (!Number.isSafeInteger(customerId) || !Number.isSafeInteger(userId)) throw new Error('an actor is named by whole numbers');
  return `${begin}; set local role yardage_app; set local yardage.customer_id = '${customerId}'; set local yardage.user_id = '${userId}'`;
}

/**
 * Sends the statements that `work` issues in one write instead of one write per statement. The embedded engine's stream cannot be corked.
 */
function inOneWrite<T>(client: pg.PoolClient, work: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Partial<Writable> } }).connection;
  stream.cork?.();
  try {
    return work();
  } finally {
    stream.uncork?.();
  }
}

/** Rolls the transaction back. If even that fails, the connection is discarded. */
async function abandon(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
}
