import type { Database } from '#server/database/database';
import { and, eq, lt, sql } from '#server/database/drizzle';
import { users } from '#server/database/tables/accounts';
import { oidcRecords, signInAccounts } from '#server/database/tables/operations';
import type { InvitationMail } from '../port.ts';

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
  const row = { email: email.trim().toLowerCase(), passwordHash, temporaryUntil, temporaryMailId: null };
  await database.transaction('system', ({ orm }) =>
    orm.insert(signInAccounts).values(row).onConflictDoUpdate({ target: signInAccounts.email, set: row }),
  );
}

/**
 * Saves a temporary password that a mail contains. Returns false if the user has chosen a password meanwhile, or if the mail of another
 * account has a temporary one that is still valid, and was not refused: then that one stays. Of two mails that are written at once, only
 * one gets a password.
 */
export async function saveTemporaryPassword(
  database: Database,
  email: string,
  { hash, until }: { hash: string; until: Date },
  mail: InvitationMail | undefined,
): Promise<boolean> {
  const mailId = mail?.id ?? null;
  const { rowCount } = await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`insert into sign_in_accounts as a (email, password_hash, temporary_until, temporary_mail_id)
          values (${email.trim().toLowerCase()}, ${hash}, ${until.toISOString()}::timestamptz, ${mailId})
          on conflict (email) do update
            set password_hash = excluded.password_hash, temporary_until = excluded.temporary_until, temporary_mail_id = excluded.temporary_mail_id
            where a.temporary_until is not null and (${mailId}::bigint is null or a.temporary_until < now() or not exists (
              select from outgoing_mails other where other.id = a.temporary_mail_id and other.id <> ${mailId}
                and other.customer_id is distinct from ${mail?.customerId ?? null}::bigint and other.state <> 'dead'))`,
    ),
  );
  return (rowCount ?? 0) > 0;
}
