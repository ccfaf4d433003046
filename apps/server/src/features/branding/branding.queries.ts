import type { DeskBrandingSettings } from '@yardage/contract/desk-branding';
import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond } from '#server/database/sql';
import { deskBranding } from '#server/database/tables/service';
import { withoutClaim } from '#server/database/write-claim';

/** The branding of the desk as it is stored. */
export interface StoredBranding {
  settings: Partial<DeskBrandingSettings>;
  logo: Buffer | null;
  logoType: string | null;
  version: string;
}

/** Returns the version of the desk's branding; undefined if there is none. */
export async function findBrandingVersion(database: Database): Promise<string | undefined> {
  return database.read<string>('system', sql`select version as answer from desk_branding`);
}

/** Returns the desk's branding. Any handler may be the first to read it, also one that writes something else. */
export async function findBranding(database: Database): Promise<StoredBranding | undefined> {
  const [row] = await withoutClaim(() => database.transaction('system', ({ orm }) => orm.select().from(deskBranding)));
  return row && { ...row, settings: row.settings as Partial<DeskBrandingSettings> };
}

/** Returns when and by whom the branding was changed. */
export async function findBrandingChange(database: Database): Promise<{ at: string; by: string | null } | undefined> {
  return database.read(
    'system',
    sql`select json_build_object('at', ${isoMillisecond(sql`b.updated_at`)}, 'by', u.email) as answer
        from desk_branding b left join users u on u.id = b.updated_by`,
  );
}

/** Makes others who change the branding wait until the transaction ends. Returns when it was changed; null if the configuration is in use. */
export async function lockBranding({ orm }: Transaction): Promise<string | null> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('branding', 4))`);
  const { rows } = await orm.execute<{ at: string }>(sql`select ${isoMillisecond(sql`b.updated_at`)} as at from desk_branding b`);
  return rows[0]?.at ?? null;
}

/** Stores a part of the branding, with a new version. */
export async function saveBranding(
  { orm }: Transaction,
  part: Partial<Pick<StoredBranding, 'settings' | 'logo' | 'logoType'>>,
  version: string,
  updatedBy: number,
): Promise<void> {
  const change = { ...part, version, updatedBy, updatedAt: new Date() };
  await orm
    .insert(deskBranding)
    .values({ settings: {}, ...change })
    .onConflictDoUpdate({ target: deskBranding.id, set: change });
}

export async function deleteBranding({ orm }: Transaction): Promise<void> {
  await orm.delete(deskBranding);
}
