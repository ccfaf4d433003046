import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/database';
import { users } from '#server/database/tables/accounts';
import { outgoingMails } from '#server/database/tables/operations';

export type NewMail = typeof outgoingMails.$inferInsert;

/** Stores a mail unless the same person asked for the very same one within the last seconds; answers its id if it is new. */
export async function insertMailOnce({ orm }: Transaction, mail: NewMail, withinSeconds: number): Promise<number | undefined> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(mail)}, 0))`);
  const [twin] = await orm
    .select({ id: outgoingMails.id })
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.customerId, mail.customerId),
        eq(outgoingMails.requestedBy, mail.requestedBy),
        eq(outgoingMails.documentKind, mail.documentKind),
        sql`${outgoingMails.documentReference} = ${JSON.stringify(mail.documentReference)}::jsonb`,
        eq(outgoingMails.toAddresses, mail.toAddresses),
        eq(outgoingMails.ccAddresses, mail.ccAddresses),
        eq(outgoingMails.bccAddresses, mail.bccAddresses),
        eq(outgoingMails.message, mail.message),
        gt(outgoingMails.createdAt, sql`now() - make_interval(secs => ${withinSeconds})`),
      ),
    )
    .limit(1);
  if (twin) return undefined;
  const [stored] = await orm.insert(outgoingMails).values(mail).returning({ id: outgoingMails.id });
  return stored?.id;
}

export type QueuedMail = typeof outgoingMails.$inferSelect & { replyTo: string };

/** A mail that still waits to be sent, with the address its sender can be answered at. */
export async function findQueuedMail(database: Database, id: number): Promise<QueuedMail | undefined> {
  return database.transaction('system', async ({ orm }) => {
    const [row] = await orm
      .select({ mail: outgoingMails, replyTo: users.email })
      .from(outgoingMails)
      .innerJoin(users, eq(users.id, outgoingMails.requestedBy))
      .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, 'queued')));
    return row && { ...row.mail, replyTo: row.replyTo };
  });
}

/** Notes how a mail ended. */
export async function markMail(database: Database, id: number, state: 'sent' | 'dead', lastError: string | null): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(outgoingMails)
      .set({ state, lastError, sentAt: state === 'sent' ? new Date() : null })
      .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, 'queued'))),
  );
}

/** Keeps the last reason why a mail did not go out yet. */
export async function noteMailError(database: Database, id: number, lastError: string): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.update(outgoingMails).set({ lastError }).where(eq(outgoingMails.id, id)));
}
