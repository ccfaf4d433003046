import type { Database } from '#server/database/database';
import { and, eq, lt, sql } from '#server/database/drizzle';
import { users } from '#server/database/tables/accounts';
import { oidcRecords, signInAccounts } from '#server/database/tables/operations';

export type RecordPayload = Record<string, unknown> & { grantId?: string; uid?: string };

/** Inserts or updates a record of the built-in provider. */
export async function upsertRecord(
  database: Database,
  kind: string,
  id: string,
  payload: RecordPayload,
  expiresAt: Date | null,
): Promise<void> {
  const row = { kind, id, payload, grantId: payload.grantId ?? null, uid: payload.uid ?? null, expiresAt, consumedAt: null };
  await database.transaction('system', ({ orm }) =>
    orm
      .insert(oidcRecords)
      .values(row)
      .onConflictDoUpdate({ target: [oidcRecords.kind, oidcRecords.id], set: row }),
  );
}

/** Returns a record that has not expired, by its id or by its session's uid. */
export async function findRecord(
  database: Database,
  kind: string,
  by: { id: string } | { uid: string },
): Promise<RecordPayload | undefined> {
  const matches = 'id' in by ? eq(oidcRecords.id, by.id) : eq(oidcRecords.uid, by.uid);
  return database.transaction('system', async ({ orm }) => {
    const [row] = await orm
      .select()
      .from(oidcRecords)
      .where(and(eq(oidcRecords.kind, kind), matches, sql`coalesce(${oidcRecords.expiresAt} > now(), true)`));
    return row && { ...row.payload, ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}) };
  });
}

/** Marks a code or refresh token as used. */
export async function consumeRecord(database: Database, kind: string, id: string): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(oidcRecords)
      .set({ consumedAt: new Date() })
      .where(and(eq(oidcRecords.kind, kind), eq(oidcRecords.id, id))),
  );
}

/** Removes a record, and all expired records too. */
export async function removeRecord(database: Database, kind: string, id: string): Promise<void> {
  await database.transaction('system', async ({ orm }) => {
    await orm.delete(oidcRecords).where(and(eq(oidcRecords.kind, kind), eq(oidcRecords.id, id)));
    await orm.delete(oidcRecords).where(lt(oidcRecords.expiresAt, new Date()));
  });
}

/** Removes all records of a grant. */
export async function removeGrant(database: Database, grantId: string): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.delete(oidcRecords).where(eq(oidcRecords.grantId, grantId)));
}

/** Removes the codes and tokens of a session, whichever grant they belong to. */
export async function removeSessionTokens(database: Database, sessionUid: string): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm.delete(oidcRecords).where(sql`${oidcRecords.payload} ->> 'sessionUid' = ${sessionUid}`),
  );
}

export interface SignInAccount {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  /** Set for a temporary password, which the user did not choose. */
  temporaryUntil: Date | null;
}

/** Returns the user with this address if they have a password here. */
export async function findSignInAccount(database: Database, email: string): Promise<SignInAccount | undefined> {
  return database.transaction('system', async ({ orm }) => {
    const [row] = await orm
      .select({
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        passwordHash: signInAccounts.passwordHash,
        temporaryUntil: signInAccounts.temporaryUntil,
      })
      .from(signInAccounts)
      .innerJoin(users, eq(users.email, signInAccounts.email))
      .where(eq(signInAccounts.email, email.trim().toLowerCase()));
    return row;
  });
}

/** Saves a user's password: a temporary one, or the one they chose. */
export async function savePassword(database: Database, email: string, passwordHash: string, temporaryUntil: Date | null): Promise<void> {
  const row = { email: email.trim().toLowerCase(), passwordHash, temporaryUntil };
  await database.transaction('system', ({ orm }) =>
    orm.insert(signInAccounts).values(row).onConflictDoUpdate({ target: signInAccounts.email, set: row }),
  );
}
