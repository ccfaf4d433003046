import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { isMakerInForce } from './maker-in-force.queries.ts';

/** A key as it is stored, as far as a call needs it. */
export interface StoredServiceKey {
  publicId: string;
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
  publicId: sql`k.public_id`,
  keyId: sql`k.id`,
  customerId: sql`k.customer_id`,
  name: sql`k.name`,
  hashes: sql`array[k.secret_hash] || case when k.previous_until > now() then array[k.previous_hash]
    || array(select o ->> 'hash' from jsonb_array_elements(k.older_secrets) o where (o ->> 'until')::timestamptz > now()) else '{}' end`,
  scopes: sql`k.scopes`,
  dataSources: sql`k.data_sources`,
  isUseOutdated,
});

/** Returns those of the keys that are neither revoked nor expired, and whose makers have not lost the right to them. */
export async function findServiceKeys(database: Database, publicIds: readonly string[]): Promise<Map<string, StoredServiceKey>> {
  const found = await database.read<StoredServiceKey[]>(
    'system',
    sql`select json_agg(${storedKey}) as answer from service_keys k
        where k.public_id = any(string_to_array(${publicIds.join(' ')}, ' ')) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
          and ${isMakerInForce('k')}`,
  );
  return new Map(found?.map((key) => [key.publicId, key]));
}

/** Writes the time of the last use, unless another process just did. */
export async function noteUse(database: Database, keyId: number): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.execute(sql`update service_keys k set last_used_at = now() where k.id = ${keyId} and ${isUseOutdated}`),
  );
}
