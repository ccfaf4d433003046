import type { Transaction } from '#server/database/database';
import { and, eq, gt, sql } from '#server/database/drizzle';
import { outgoingMails } from '#server/database/tables/operations';

/** A mail with a document that a member requested. */
export type NewMail = typeof outgoingMails.$inferInsert & { customerId: number; requestedBy: number };
/** A mail that the portal sends by itself. The recipient may not be a member yet. */
export type NewNotice = Pick<typeof outgoingMails.$inferInsert, 'customerId' | 'requestedBy' | 'documentKind' | 'subject'> & {
  reference: Record<string, unknown>;
  to: string;
};

/** Stores a mail and returns its id. Returns undefined if the same user requested the same mail within the last seconds, which was not refused. */
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
        sql`${outgoingMails.state} <> 'dead'`,
        gt(outgoingMails.createdAt, sql`now() - make_interval(secs => ${withinSeconds})`),
      ),
    )
    .limit(1);
  return twin ? undefined : insertMail(transaction, mail);
}

/** Stores a mail, which is due at once. Returns its id. */
export async function insertMail({ orm }: Transaction, mail: typeof outgoingMails.$inferInsert): Promise<number> {
  const due = { ...mail, nextTryAt: sql`now()` };
  const [stored] = await orm.insert(outgoingMails).values(due).returning({ id: outgoingMails.id });
  if (!stored) throw new Error('the mail was not stored');
  return stored.id;
}

/**
 * Counts the notices of a kind that a mailbox got from all customers in the last day; `name+anything@` is the mailbox `name@`. Locks the
 * mailbox, so that concurrent transactions count one by one.
 */
export async function countRecentNotices(
  { orm }: Transaction,
  { to, documentKind }: Pick<NewNotice, 'to' | 'documentKind'>,
): Promise<number> {
  const mailbox = sql`regexp_replace(lower(${to}::text), '\\+[^@]*@', '@')`;
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('notices ' || ${mailbox}, 0))`);
  const { rows } = await orm.execute<{ count: number }>(sql`select yardage_recent_notices(${mailbox}, ${documentKind}) as count`);
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
