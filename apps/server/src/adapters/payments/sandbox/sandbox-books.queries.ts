import type { MethodSummary } from '@yardage/domain/saved-methods';
import type pg from 'pg';
import type { Database } from '#server/database/database';
import { LOCKS } from '#server/database/locks';
import type { ChargeRequest, MoneyBackReason } from '../port.ts';
import type { Behaviour, SandboxAftermath, SandboxEnd } from './sandbox-behaviours.ts';

/** A charge in the sandbox (its table is called `orders`): open, then waiting for its end or ended. */
export interface SandboxCharge {
  paymentId: string;
  state: 'open' | 'waiting' | SandboxEnd;
  isDown: boolean;
  /** How much of its money went back. */
  refundedCents: number;
  disputedCents: number;
  isDisputed: boolean;
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
      alter table sandbox_processor.orders
        add column if not exists refunded_cents bigint not null default 0,
        add column if not exists disputed_cents bigint not null default 0,
        add column if not exists is_disputed boolean not null default false,
        add column if not exists later text,
        add column if not exists later_after interval,
        add column if not exists later_at timestamptz;
      create table if not exists sandbox_processor.entries (
        payment_id text not null references sandbox_processor.orders,
        amount_cents bigint not null,
        at timestamptz not null default now());
      create table if not exists sandbox_processor.methods (
        token text primary key,
        behaviour jsonb not null,
        saved_at timestamptz not null default now());
      alter table sandbox_processor.methods add column if not exists face jsonb;
      commit`);
  }

  /** Returns the id of the charge with this idempotency key. Creates it the first time. */
  async reserve(request: ChargeRequest, paymentId: string): Promise<string> {
    const { rows } = await this.#pool.query<{ payment_id: string }>(
      `insert into sandbox_processor.orders (payment_id, idempotency_key, reference, amount_cents) values ($1, $2, $3, $4)
       on conflict (idempotency_key) do update set reference = excluded.reference returning payment_id`,
      [paymentId, request.idempotencyKey, request.cartId, request.amountCents],
    );
    return rows[0]?.payment_id as string;
  }

  /** Sets when and how an open charge ends. Charges that are not open stay unchanged. */
  async charge(paymentId: string, end: SandboxEnd, afterSeconds: number, later?: SandboxAftermath, laterSeconds = 0): Promise<void> {
    await this.#pool.query(
      `update sandbox_processor.orders set state = 'waiting', ends_as = $2, ends_at = now() + make_interval(secs => $3), later = $4,
         later_after = make_interval(secs => $5)
       where payment_id = $1 and state = 'open'`,
      [paymentId, end, afterSeconds, later ?? null, laterSeconds],
    );
  }

  /** Makes this charge unreachable for a while. */
  async takeDown(paymentId: string, seconds: number): Promise<void> {
    await this.#pool.query('update sandbox_processor.orders set down_until = now() + make_interval(secs => $2) where payment_id = $1', [
      paymentId,
      seconds,
    ]);
  }

  /** Closes an open charge permanently. */
  async close(paymentId: string): Promise<void> {
    await this.#pool.query("update sandbox_processor.orders set state = 'closed' where payment_id = $1 and state = 'open'", [paymentId]);
  }

  /**
   * Lets money of a paid charge go back, as the processor's own people or the cardholder's bank would: an amount, or all that is left. A
   * negative amount is money that comes again, because a dispute was won or a refund failed.
   */
  async giveBack(paymentId: string, trouble: MoneyBackReason, cents?: number): Promise<void> {
    await this.#pool.query(
      `with moved as (select payment_id, coalesce($3, amount_cents - refunded_cents - disputed_cents) as cents
         from sandbox_processor.orders where payment_id = $1 and state = 'paid'),
       changed as (update sandbox_processor.orders o set
           refunded_cents = refunded_cents + case when $2 = 'refunded' then moved.cents else 0 end,
           disputed_cents = disputed_cents + case when $2 = 'disputed' then moved.cents else 0 end,
           is_disputed = is_disputed or $2 = 'disputed'
         from moved where o.payment_id = moved.payment_id returning o.payment_id, moved.cents)
       insert into sandbox_processor.entries (payment_id, amount_cents) select payment_id, -cents from changed where cents <> 0`,
      [paymentId, trouble, cents ?? null],
    );
  }

  async find(paymentId: string): Promise<SandboxCharge | undefined> {
    await this.endDueCharges();
    const { rows } = await this.#pool.query<SandboxCharge>(
      `select payment_id as "paymentId", state, coalesce(down_until > now(), false) as "isDown", refunded_cents::float8 as "refundedCents",
         disputed_cents::float8 as "disputedCents", is_disputed as "isDisputed"
       from sandbox_processor.orders where payment_id = $1`,
      [paymentId],
    );
    return rows[0];
  }

  /** Ends the charges that are due and books their money, in one statement. Then the same for what happens to them later. */
  async endDueCharges(): Promise<void> {
    await this.#pool.query(`
      with ended as (
        update sandbox_processor.orders set state = ends_as, ends_at = null, later_at = case when later is not null then now() + later_after end
        where state = 'waiting' and ends_at <= now()
        returning payment_id, amount_cents, state)
      insert into sandbox_processor.entries (payment_id, amount_cents) select payment_id, amount_cents from ended where state = 'paid'`);
    await this.#pool.query(`
      with changed as (
        update sandbox_processor.orders o set later_at = null, state = case when later = 'returned' then 'returned' else state end,
          refunded_cents = refunded_cents + case later when 'half refunded' then amount_cents / 2 when 'refunded' then amount_cents else 0 end,
          disputed_cents = disputed_cents + case later when 'disputed' then amount_cents else 0 end, is_disputed = is_disputed or later = 'disputed'
        where later_at <= now() and state = 'paid'
        returning payment_id, case later when 'half refunded' then amount_cents / 2 else amount_cents end as cents)
      insert into sandbox_processor.entries (payment_id, amount_cents) select payment_id, -cents from changed`);
  }

  /** Returns ended charges that were not announced yet. */
  async unannounced(): Promise<{ paymentId: string; state: string }[]> {
    const state = "concat_ws(' ', state, nullif(refunded_cents, 0), nullif(disputed_cents, 0), nullif(is_disputed, false))";
    const { rows } = await this.#pool.query<{ paymentId: string; state: string }>(
      `select payment_id as "paymentId", ${state} as state from sandbox_processor.orders
       where state not in ('open', 'waiting', 'closed') and announced_state is distinct from ${state} limit 20`,
    );
    return rows;
  }

  async markAnnounced(paymentId: string, state: string): Promise<void> {
    await this.#pool.query('update sandbox_processor.orders set announced_state = $2 where payment_id = $1', [paymentId, state]);
  }

  /** Keeps how a saved card or account behaves, in place of its number. With a reference from the hosted fields, keeps what users see of it, too. */
  async saveMethod(token: string, behaviour: Behaviour, face?: MethodSummary): Promise<void> {
    const values = [token, JSON.stringify(behaviour), face ? JSON.stringify(face) : null];
    await this.#pool.query('insert into sandbox_processor.methods (token, behaviour, face) values ($1, $2, $3)', values);
  }

  async findMethod(token: string): Promise<Behaviour | undefined> {
    const { rows } = await this.#pool.query<{ behaviour: Behaviour }>(
      'select behaviour from sandbox_processor.methods where token = $1 and face is null',
      [token],
    );
    return rows[0]?.behaviour;
  }

  /** Returns what the hosted fields made, once. */
  async takeReference(reference: string): Promise<{ behaviour: Behaviour; face: MethodSummary } | undefined> {
    const { rows } = await this.#pool.query<{ behaviour: Behaviour; face: MethodSummary }>(
      'delete from sandbox_processor.methods where token = $1 and face is not null returning behaviour, face',
      [reference],
    );
    return rows[0];
  }

  async changeMethod(token: string, behaviour: Behaviour): Promise<void> {
    await this.#pool.query('update sandbox_processor.methods set behaviour = $2 where token = $1', [token, JSON.stringify(behaviour)]);
  }

  async removeMethod(token: string): Promise<void> {
    await this.#pool.query('delete from sandbox_processor.methods where token = $1', [token]);
  }
}
