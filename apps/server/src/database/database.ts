import type pg from 'pg';
import { traced } from '#server/tracing';
import { drizzle, type NodePgDatabase, type SQL } from './drizzle.ts';
import type { Engine } from './engine.ts';
import { isDiskFailure, withoutValues } from './failures.ts';
import { makeRoomFor, prepared } from './prepared-statements.ts';
import { isRolledBack, type ReadSettings, runRead } from './read-query.ts';
import { takeClaim } from './write-claim.ts';

/** A user at one customer number. A transaction acts for a member or for the system itself (sign-in, jobs, demo world). */
export interface Member {
  customerId: number;
  userId: number;
}
/** For reads on behalf of a customer, not of a person: by machines and share links. Row-level security limits them to the customer. */
export const NO_USER_ID = 0;
export type Actor = Member | 'system';

/** An open transaction, through Drizzle (`orm`) or the driver's connection (`client`, for statements that are plain text). */
export interface Transaction {
  orm: NodePgDatabase;
  client: pg.PoolClient;
}

/** The application's access to the database. Every statement runs in a transaction that names its actor. */
export class Database {
  readonly engine: Engine;
  /** How many transactions failed because the database's disk was full or broken. */
  diskFailures = 0;

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
      await client.query(beginAs(actor));
      await claim?.insert(client);
      const result = await work({ client, orm: drizzle(client, { casing: 'snake_case' }) });
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      claim?.release();
      this.#count(error);
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
    const statement = prepared(expression);
    const settings = readSettingsOf(actor, statement.hasGenericPlan);
    const client = await this.engine.pool.connect();
    try {
      const answer = await runRead<T>(client, settings, statement, makeRoomFor(client, statement.name));
      client.release();
      return answer;
    } catch (error) {
      this.#count(error);
      client.release(isRolledBack(error) ? undefined : (error as Error));
      // The stack of the caller says more than that of the socket's event.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  #count(error: unknown): void {
    if (isDiskFailure(error)) this.diskFailures += 1;
  }
}

const SYSTEM_SCOPE = { 'yardage.scope': 'system' };
const MEMBER_SCOPE = { 'yardage.scope': 'member' };
const traceAttributesOf = (actor: Actor) => (actor === 'system' ? SYSTEM_SCOPE : MEMBER_SCOPE);

/** Returns the settings of a read. They end with its transaction. */
function readSettingsOf(actor: Actor, hasGenericPlan: boolean): ReadSettings {
  const planning = hasGenericPlan ? 'force_generic_plan' : 'auto';
  if (actor === 'system') return ['yardage_system', '', '', planning];
  assertNamed(actor);
  return ['yardage_app', String(actor.customerId), String(actor.userId), planning];
}

/**
 * Returns the statements that begin a transaction, set its role and, for a member, the customer and user for row-level security. These
 * settings end with the transaction.
 */
function beginAs(actor: Actor): string {
  if (actor === 'system') return `begin; set local role yardage_system; set local yardage.customer_id = ''; set local yardage.user_id = ''`;
  assertNamed(actor);
  const { customerId, userId } = actor;
  return `begin; set local role yardage_app; set local yardage.customer_id = '${customerId}'; set local yardage.user_id = '${userId}'`;
}

/** The ids become part of a statement's text, so they have to be numbers. */
function assertNamed({ customerId, userId }: Member): void {
  if (!Number.isSafeInteger(customerId) || !Number.isSafeInteger(userId)) throw new Error('an actor is named by whole numbers');
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
