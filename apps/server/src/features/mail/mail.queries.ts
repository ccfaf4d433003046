import type { Database, Transaction } from '#server/database/database';
import { and, eq, gt, type SQL, sql } from '#server/database/drizzle';
import { users } from '#server/database/tables/accounts';
import { outgoingMails } from '#server/database/tables/operations';

/** A mail with a document that a member requested. */
export type NewMail = typeof outgoingMails.$inferInsert & { customerId: number; requestedBy: number };
/** A mail that the portal sends by itself. The recipient may not be a member yet. */
export type NewNotice = Pick<typeof outgoingMails.$inferInsert, 'customerId' | 'requestedBy' | 'documentKind' | 'subject'> & {
  reference: Record<string, unknown>;
  to: string;
};

/** Stores a mail and returns its id. Returns undefined if the same user requested the same mail within the last seconds. */
export async function insertMailOnce(transaction: Transaction, mail: NewMail, withinSeconds: number): Promise<number | undefined> {
  const { orm } = transaction;
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
  return twin ? undefined : insertMail(transaction, mail);
}

/** Stores a mail. Returns its id. */
export async function insertMail({ orm }: Transaction, mail: typeof outgoingMails.$inferInsert): Promise<number> {
  const [stored] = await orm.insert(outgoingMails).values(mail).returning({ id: outgoingMails.id });
  if (!stored) throw new Error('the mail was not stored');
  return stored.id;
}

/** The mailbox of an address: `name+anything@` is `name@`. Must match the indexed expression. */
const mailboxOf = (address: SQL) => sql`regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

/** Counts the notices of a kind to a mailbox in the last day. Locks the mailbox, so that concurrent transactions count one by one. */
export async function countRecentNotices(
  { orm }: Transaction,
  { to, documentKind }: Pick<NewNotice, 'to' | 'documentKind'>,
): Promise<number> {
  const mailbox = mailboxOf(sql`${to}::text`);
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('notices ' || ${mailbox}, 0))`);
  const { rows } = await orm.execute<{ count: number }>(sql`
    select count(*)::int as count from outgoing_mails
    where ${mailboxOf(sql`to_addresses[1]`)} = ${mailbox} and document_kind = ${documentKind} and created_at > now() - interval '1 day'`);
  return rows[0]?.count ?? 0;
}

/** Stores a notice. Its subject and text are generated when it is sent. */
export async function insertNotice(transaction: Transaction, { to, reference, ...notice }: NewNotice): Promise<number> {
  return insertMail(transaction, {
    ...notice,
    documentReference: reference,
    toAddresses: [to],
    ccAddresses: [],
    bccAddresses: [],
    message: '',
  });
}

export type QueuedMail = typeof outgoingMails.$inferSelect & {
  replyTo: string | null;
  /** The language that the recipient chose, if they are a user. */
  recipientLanguage: string | null;
};

const recipientLanguage = sql<string | null>`(select u.language from users u where u.email = lower(${outgoingMails.toAddresses}[1]))`;

/** Returns a mail that is still queued, with the requesting user's address for replies. */
export async function findQueuedMail(database: Database, id: number): Promise<QueuedMail | undefined> {
  return database.transaction('system', async ({ orm }) => {
    const [row] = await orm
      .select({ mail: outgoingMails, replyTo: users.email, recipientLanguage })
      .from(outgoingMails)
      .leftJoin(users, eq(users.id, outgoingMails.requestedBy))
      .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, 'queued')));
    return row && { ...row.mail, replyTo: row.replyTo, recipientLanguage: row.recipientLanguage };
  });
}

/** Marks a mail as sent or dead. A dead mail keeps the error of its last try. */
export async function markMail(database: Database, id: number, state: 'sent' | 'dead'): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .update(outgoingMails)
      .set(state === 'sent' ? { state, lastError: null, sentAt: new Date() } : { state })
      .where(and(eq(outgoingMails.id, id), eq(outgoingMails.state, 'queued'))),
  );
}

/** Stores the error of the last try to send a mail. */
export async function noteMailError(database: Database, id: number, lastError: string): Promise<void> {
  await database.transaction('system', ({ orm }) => orm.update(outgoingMails).set({ lastError }).where(eq(outgoingMails.id, id)));
}
