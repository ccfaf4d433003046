import { getSupportTicket } from '@yardage/contract/support';
import type { Database, Transaction } from '#server/database/database';
import { eq, sql } from '#server/database/drizzle';
import { supportReplies, supportTickets } from '#server/database/tables/service';
import { isMemberInForce, memberHoldsAny } from '#server/http/member-in-force.queries';
import { firstNameAtCustomer } from '#server/http/member-name.queries';

/** The state of a support request that is needed to change it. */
export interface SupportRequestState {
  version: number;
  customerId: number;
  statusId: number;
  title: string;
  /** Who gets the mail, or null if the creator is unknown or may not see the account's requests any more. */
  creator: { email: string; firstName: string } | null;
}

/** Returns a support request's state, locked until the transaction ends. */
export async function lockSupportRequest({ orm }: Transaction, id: number): Promise<SupportRequestState | undefined> {
  const { rows } = await orm.execute<{ answer: SupportRequestState }>(sql`
    select json_build_object('customerId', t.customer_id, 'statusId', t.status_id, 'version', t.version, 'title', t.title,
      'creator', (select json_build_object('email', u.email, 'firstName', ${firstNameAtCustomer('u.id', 't.customer_id')}) from users u
        join members m on m.user_id = u.id and m.customer_id = t.customer_id where u.id = t.created_by and u.is_enabled and ${isMemberInForce()}
          and ${memberHoldsAny(getSupportTicket.access.anyOf)})) as answer
    from support_tickets t where t.id = ${id} for update of t`);
  return rows[0]?.answer;
}

/** Sets a support request's status and assignee. */
export async function setSupportStatus(
  { orm }: Transaction,
  id: number,
  statusId: number,
  assignee: { name: string; email: string },
): Promise<void> {
  await orm
    .update(supportTickets)
    .set({ statusId, assignedToName: assignee.name, assignedToEmail: assignee.email, modifiedAt: sql`now()`, version: sql`version + 1` })
    .where(eq(supportTickets.id, id));
}

/** Stores a reply. Returns its id. */
export async function insertReply({ orm }: Transaction, reply: typeof supportReplies.$inferInsert): Promise<number> {
  const [stored] = await orm.insert(supportReplies).values(reply).returning({ id: supportReplies.id });
  if (!stored) throw new Error('the answer was not stored');
  return stored.id;
}

/** The contents of the mail about a reply. */
export interface ReplyFacts {
  ticketId: number;
  title: string;
  firstName: string;
  authorName: string;
  message: string;
  statusId: number;
  globalCustomerNumber: string;
}

/** Returns a reply with its support request, for the mail. */
export async function findReply(database: Database, id: number): Promise<ReplyFacts | undefined> {
  return database.read<ReplyFacts>(
    'system',
    sql`select json_build_object('ticketId', t.id, 'title', t.title, 'firstName', coalesce(${firstNameAtCustomer('t.created_by', 't.customer_id')}, ''), 'authorName', r.author_name,
          'message', r.message, 'statusId', t.status_id, 'globalCustomerNumber', c.global_customer_number) as answer
        from support_replies r join support_tickets t on t.id = r.support_ticket_id join customers c on c.id = t.customer_id
        where r.id = ${id}`,
  );
}
