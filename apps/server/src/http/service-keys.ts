import { hash, randomBytes } from 'node:crypto';
import type { Endpoint } from '@yardage/contract/endpoint';
import type { ServiceScope } from '@yardage/contract/service-scopes';
import { grantsScope } from '@yardage/contract/service-scopes';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';
import { Batcher } from './batcher.ts';
import { HTTP_MESSAGES } from './http.messages.ts';
import { isSameSecret } from './same-secret.ts';
import { findServiceKeys, noteUse, type StoredServiceKey } from './service-keys.queries.ts';

/** The machine that calls, as its key describes it. */
export interface ServiceCaller {
  /** Null for the key of the configuration. */
  keyId: number | null;
  /** The customer whose records a customer's key reads; null for a key of the supplier. */
  customerId: number | null;
  name: string;
  /** Scopes of a key of the supplier, permission codes of a customer's key. */
  scopes: ReadonlySet<string>;
  /** The codes of the data sources that the key is limited to, or null for all. */
  dataSources: readonly string[] | null;
}

/** Whether a customer's own key can call an endpoint: one that reads the customer's records. */
export const isReadableWithKey = ({ method, scope, access }: Endpoint): boolean =>
  method === 'GET' && scope === 'customer' && 'anyOf' in access;

const PREFIX = 'yk_';
const PUBLIC_BYTES = 8;
const SECRET_BYTES = 32;
/** The public id finds the key; the secret has 256 bits. */
const KEY_FORMAT = /^yk_([0-9a-f]{16})_[\w-]{43}$/;
const MAX_REMEMBERED = 10_000;
const MAX_READ_TOGETHER = 1_000;

/** Makes a new key. Only its hash is stored. */
export function makeServiceKey(publicId = randomBytes(PUBLIC_BYTES).toString('hex')) {
  const secret = `${PREFIX}${publicId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { publicId, secret, secretHash: hashKey(secret) };
}

/** A fast hash is right here: nobody can guess 256 random bits, however fast they try. */
const hashKey = (key: string) => hash('sha256', key, 'hex');

/** Throws unless the key may touch the records of a data source, given by its code. */
export function assertDataSource({ dataSources }: Pick<ServiceCaller, 'dataSources'>, code: string): void {
  if (dataSources && !dataSources.includes(code))
    throw new ApiError('data-source-not-granted', { detail: HTTP_MESSAGES.keyNotForSource(code) });
}

/** Throws unless the key is the supplier's own and has the scope. */
export function assertScope({ customerId, scopes }: ServiceCaller, required: ServiceScope): void {
  if (customerId !== null || !grantsScope(scopes, required)) {
    throw new ApiError('scope-missing', { detail: HTTP_MESSAGES.keyNeedsScope(required) });
  }
}

/** Recognises the keys that machines send. */
export class ServiceKeys {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #configured: { key: string; caller: ServiceCaller } | undefined;
  /** Ids of keys that were valid once, by hash, so that the rate limit can count by key without a query. */
  readonly #remembered = new Map<string, number | null>();
  readonly #underWay = new Set<Promise<void>>();
  /** Keys whose last use is being written. */
  readonly #noting = new Set<number>();
  /** Every call reads its key again, so that a revocation takes effect at once. Calls that arrive together share a query. */
  readonly #reads: Batcher<string, StoredServiceKey | undefined>;

  /** `telemetryKey` is the key of the configuration; it may post telemetry and nothing else. */
  constructor(database: Database, log: Logger, telemetryKey: string | undefined) {
    this.#database = database;
    this.#log = log;
    this.#reads = new Batcher(MAX_READ_TOGETHER, async (publicIds) => {
      const found = await findServiceKeys(database, [...new Set(publicIds)]);
      return publicIds.map((publicId) => found.get(publicId));
    });
    const scopes = new Set<string>(['telemetry:write' satisfies ServiceScope]);
    const caller = { keyId: null, customerId: null, name: 'TELEMETRY_KEY', scopes, dataSources: null };
    this.#configured = telemetryKey ? { key: telemetryKey, caller } : undefined;
  }

  /** Returns a name under which the rate limit counts a key that was valid before; undefined for all others. */
  rateLimitKeyOf(key: unknown): string | undefined {
    if (typeof key !== 'string' || key === '') return undefined;
    const known = this.#remembered.get(hashKey(key));
    return known === undefined ? undefined : `key ${known ?? 'of the configuration'}`;
  }

  /** Returns the machine that a key belongs to. Throws if the key is unknown, revoked or expired. */
  async verify(key: unknown): Promise<ServiceCaller> {
    const text = typeof key === 'string' ? key : '';
    const given = hashKey(text);
    if (this.#configured && isSameSecret(hashKey(this.#configured.key), given)) return this.#remember(given, this.#configured.caller);
    const publicId = KEY_FORMAT.exec(text)?.[1];
    const stored = publicId === undefined ? undefined : await this.#reads.load(publicId);
    if (!stored?.hashes.some((expected) => isSameSecret(expected, given))) {
      this.#remembered.delete(given);
      throw new ApiError('service-key-refused');
    }
    const { keyId, customerId, name, scopes, dataSources } = stored;
    if (stored.isUseOutdated && !this.#noting.has(keyId)) this.#noteUse(keyId);
    return this.#remember(given, { keyId, customerId, name, scopes: new Set(scopes), dataSources });
  }

  /** Waits until the times of last use are written. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #remember(given: string, caller: ServiceCaller): ServiceCaller {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(given, caller.keyId);
    return caller;
  }

  /** The call does not wait for this write. */
  #noteUse(keyId: number): void {
    this.#noting.add(keyId);
    const writing = noteUse(this.#database, keyId)
      .catch((error) => this.#log.warn({ err: error, keyId }, 'the last use of a service key was not written'))
      .finally(() => {
        this.#noting.delete(keyId);
        this.#underWay.delete(writing);
      });
    this.#underWay.add(writing);
  }
}
