import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { isMakerInForce } from './maker-in-force.queries.ts';

/** A key as it is stored, as far as a call needs it. */
export interface StoredServiceKey {
  keyId: number;
  customerId: number | null;
  name: string;
  /** The hashes of the secrets that are valid now. */
  hashes: string[];
  scopes: string[];
  dataSources: string[] | null;
  /** Whether the time of the last use should be written again. */
  isUseOutdated: boolean;
}

/** The time of the last use is kept to the minute. */
const USE_INTERVAL = sql.raw(`interval '1 minute'`);
const isUseOutdated = sql`(k.last_used_at is null or k.last_used_at < now() - ${USE_INTERVAL})`;

const storedKey = jsonObject({
  keyId: sql`k.id`,
  customerId: sql`k.customer_id`,
  name: sql`k.name`,
  hashes: sql`case when k.previous_until > now() then array[k.secret_hash, k.previous_hash] else array[k.secret_hash] end`,
  scopes: sql`k.scopes`,
  dataSources: sql`k.data_sources`,
  isUseOutdated,
});

/** Returns a key that is neither revoked nor expired, and whose maker has not lost the right to it. Read at every call, so that a revocation holds at the next one. */
export async function findServiceKey(database: Database, publicId: string): Promise<StoredServiceKey | undefined> {
  return database.read<StoredServiceKey>(
    'system',
    sql`select ${storedKey} as answer from service_keys k
        where k.public_id = ${publicId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
          and ${isMakerInForce('k')}`,
  );
}

/** Writes the time of the last use, unless another process just did. */
export async function noteUse(database: Database, keyId: number): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(sql`update service_keys k set last_used_at = now() where k.id = ${keyId} and ${isUseOutdated}`),
  );
}
