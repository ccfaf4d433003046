import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** A write that its caller named with a key, so that it is executed once. */
export interface KeyedWrite {
  /** 0 for callers of public endpoints. */
  callerId: number;
  endpoint: string;
  key: string;
  requestHash: string;
}

/** Another request has already executed the write with this key. The transaction is rolled back. */
export class AlreadyExecutedError extends Error {
  override name = 'AlreadyExecutedError';
}

interface Claim extends KeyedWrite {
  isTaken: boolean;
}

const claims = new AsyncLocalStorage<Claim | undefined>();

/** Runs the work of a handler. Its first transaction records the key, so that the key commits with the write or not at all. */
export function claimingKey<T>(write: KeyedWrite, work: () => Promise<T>): Promise<T> {
  return claims.run({ ...write, isTaken: false }, work);
}

/** Runs what is not the handler's write although it needs a transaction. Otherwise the key would be kept when the write itself fails. */
export function withoutClaim<T>(work: () => Promise<T>): Promise<T> {
  return claims.run(undefined, work);
}

/** Returns the key that this transaction has to record. Later transactions of the same handler have none. */
export function takeClaim() {
  const claim = claims.getStore();
  if (!claim || claim.isTaken) return undefined;
  claim.isTaken = true;
  return {
    /** Waits for a transaction with the same key that is still open. */
    async insert(client: pg.PoolClient): Promise<void> {
      const { rowCount } = await client.query(
        'insert into idempotency_keys (caller_id, endpoint, key, request_hash) values ($1, $2, $3, $4) on conflict do nothing',
        [claim.callerId, claim.endpoint, claim.key, claim.requestHash],
      );
      if (rowCount === 0) throw new AlreadyExecutedError(`${claim.endpoint} was already executed with this key`);
    },
    /** The transaction failed, so the key is not recorded. */
    release(): void {
      claim.isTaken = false;
    },
  };
}
