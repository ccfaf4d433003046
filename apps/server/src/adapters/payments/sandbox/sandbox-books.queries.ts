import type pg from 'pg';
import type { Database } from '#server/database/database';
import { LOCKS } from '#server/database/locks';
import type { MoneyOrder, PaymentTrouble } from '../port.ts';
import type { Behaviour, SandboxEnd } from './sandbox-behaviours.ts';

/** An order in the sandbox: open, then waiting for its end or ended. */
export interface SandboxOrder {
  paymentId: string;
  state: 'open' | 'waiting' | SandboxEnd;
  isDown: boolean;
  trouble: PaymentTrouble | null;
}

/**
 * The sandbox's books, in a schema that the portal neither reads nor writes. `orders` has the requested payments, `entries` every movement
 * of money, `methods` how saved cards and accounts behave. No card or account number is stored.
 */
export class SandboxBooks {
  readonly #pool: pg.Pool;

  constructor({ engine }: Database) {
    this.#pool = engine.pool;
  }

  /** Creates the tables if they do not exist. */
  async open(): Promise<void> {
    await this.#pool.query(`
      begin;
      select pg_advisory_xact_lock(${LOCKS.sandboxBooks});
      create schema if not exists sandbox_processor;
      create table if not exists sandbox_processor.orders (
        payment_id text primary key,
        idempotency_key text not null unique,
        reference text not null,
        amount_cents bigint not null check (amount_cents > 0),
        state text not null default 'open',
        ends_at timestamptz,
        ends_as text,
        down_until timestamptz,
        announced_state text,
        made_at timestamptz not null default now());
      alter table sandbox_processor.orders add column if not exists trouble text;
      create table if not exists sandbox_processor.entries (
        payment_id text not null references sandbox_processor.orders,
        amount_cents bigint not null,
        at timestamptz not null default now());
      create table if not exists sandbox_processor.methods (
        token text primary key,
        behaviour jsonb not null,
        saved_at timestamptz not null default now());
      commit`);
  }

  /** Returns the id of the order with this idempotency key. Creates the order the first time. */
  async reserve(order: MoneyOrder, paymentId: string): Promise<string> {
    const { rows } = await this.#pool.query<{ payment_id: string }>(
      `insert into sandbox_processor.orders (payment_id, idempotency_key, reference, amount_cents) values ($1, $2, $3, $4)
       on conflict (idempotency_key) do update set reference = excluded.reference returning payment_id`,
      [paymentId, order.idempotencyKey, order.cartId, order.amountCents],
    );
    return rows[0]?.payment_id as string;
  }

  /** Sets when and how an open order ends. Orders that are not open stay unchanged. */
  async charge(paymentId: string, end: SandboxEnd, afterSeconds: number): Promise<void> {
    await this.#pool.query(
      `update sandbox_processor.orders set state = 'waiting', ends_as = $2, ends_at = now() + make_interval(secs => $3)
       where payment_id = $1 and state = 'open'`,
      [paymentId, end, afterSeconds],
    );
  }

  /** Makes this order unreachable for a while. */
  async takeDown(paymentId: string, seconds: number): Promise<void> {
    await this.#pool.query('update sandbox_processor.orders set down_until = now() + make_interval(secs => $2) where payment_id = $1', [
      paymentId,
      seconds,
    ]);
  }

  /** Closes an open order permanently. */
  async close(paymentId: string): Promise<void> {
    await this.#pool.query("update sandbox_processor.orders set state = 'closed' where payment_id = $1 and state = 'open'", [paymentId]);
  }

  /** Lets the money of a paid order go back, as the processor's own people or the cardholder's bank would. */
  async giveBack(paymentId: string, trouble: PaymentTrouble): Promise<void> {
    await this.#pool.query(
      `with changed as (update sandbox_processor.orders set trouble = $2 where payment_id = $1 and state = 'paid' and trouble is null
         returning payment_id, amount_cents)
       insert into sandbox_processor.entries (payment_id, amount_cents) select payment_id, -amount_cents from changed`,
      [paymentId, trouble],
    );
  }

  async find(paymentId: string): Promise<SandboxOrder | undefined> {
    await this.ripen();
    const { rows } = await this.#pool.query<SandboxOrder>(
      `select payment_id as "paymentId", state, coalesce(down_until > now(), false) as "isDown", trouble
       from sandbox_processor.orders where payment_id = $1`,
      [paymentId],
    );
    return rows[0];
  }

  /** Ends the orders that are due and books their money, in one statement. */
  async ripen(): Promise<void> {
    await this.#pool.query(`
      with ended as (
        update sandbox_processor.orders set state = ends_as, ends_at = null where state = 'waiting' and ends_at <= now()
        returning payment_id, amount_cents, state)
      insert into sandbox_processor.entries (payment_id, amount_cents) select payment_id, amount_cents from ended where state = 'paid'`);
  }

  /** Returns ended orders that were not announced yet. */
  async unannounced(): Promise<{ paymentId: string; state: string }[]> {
    const { rows } = await this.#pool.query<{ paymentId: string; state: string }>(
      `select payment_id as "paymentId", concat_ws(' ', state, trouble) as state from sandbox_processor.orders
       where state not in ('open', 'waiting', 'closed') and announced_state is distinct from concat_ws(' ', state, trouble) limit 20`,
    );
    return rows;
  }

  async markAnnounced(paymentId: string, state: string): Promise<void> {
    await this.#pool.query('update sandbox_processor.orders set announced_state = $2 where payment_id = $1', [paymentId, state]);
  }

  /** Keeps how a saved card or account behaves, in place of its number. */
  async saveMethod(token: string, behaviour: Behaviour): Promise<void> {
    await this.#pool.query('insert into sandbox_processor.methods (token, behaviour) values ($1, $2)', [token, JSON.stringify(behaviour)]);
  }

  async findMethod(token: string): Promise<Behaviour | undefined> {
    const { rows } = await this.#pool.query<{ behaviour: Behaviour }>('select behaviour from sandbox_processor.methods where token = $1', [
      token,
    ]);
    return rows[0]?.behaviour;
  }

  async removeMethod(token: string): Promise<void> {
    await this.#pool.query('delete from sandbox_processor.methods where token = $1', [token]);
  }
}
