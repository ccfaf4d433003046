import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Engine } from './engine.ts';
import { toStatement } from './sql.ts';

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
      await Promise.all([client.query('begin'), client.query(enter(actor))]);
      const result = await work({ client, orm: drizzle(client, { casing: 'snake_case' }) });
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      await abandon(client);
      throw error;
    }
  }

  /**
   * One reading statement of one row with the column `answer`, in a transaction of its own and one round trip.
   * Answers that column, or undefined where the statement found nothing.
   */
  async read<T = string>(actor: Actor, expression: SQL): Promise<T | undefined> {
    const statement = toStatement(expression);
    const client = await this.engine.pool.connect();
    try {
      const [, , result] = await Promise.all([
        client.query('begin read only'),
        client.query(enter(actor)),
        client.query<{ answer: T }>({ ...statement, name: nameOf(statement.text) }),
        client.query('commit'),
      ]);
      client.release();
      return result.rows[0]?.answer;
    } catch (error) {
      await abandon(client);
      throw error;
    }
  }
}

/** Sets the role and, for a member, the customer that row-level security compares with; both end with the transaction. */
function enter(actor: Actor): pg.QueryConfig {
  const [role, customerId, userId] = actor === 'system' ? ['yardage_system', '', ''] : ['yardage_app', actor.customerId, actor.userId];
  return {
    name: 'enter',
    text: "select set_config('role', $1, true), set_config('yardage.customer_id', $2, true), set_config('yardage.user_id', $3, true)",
    values: [role, String(customerId), String(userId)],
  };
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

const names = new Map<string, string>();

/** A prepared statement's name, the same for the same text. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    names.set(text, name);
  }
  return name;
}
