import type { Database, Transaction } from '#server/database/database';
import { eq, sql } from '#server/database/drizzle';
import { supportReplies, supportTickets } from '#server/database/tables/service';

/** What moving a request needs to know about it. */
export interface TicketState {
  customerId: number;
  statusId: number;
  title: string;
  /** Who is told; empty where nobody is known. */
  creator: { email: string; firstName: string } | null;
}

/** A request's state, locked until the transaction ends. */
export async function lockTicket({ orm }: Transaction, id: number): Promise<TicketState | undefined> {
  const { rows } = await orm.execute<{ answer: TicketState }>(sql`
    select json_build_object('customerId', t.customer_id, 'statusId', t.status_id, 'title', t.title,
      'creator', (select json_build_object('email', u.email, 'firstName', u.first_name) from users u where u.id = t.created_by and u.is_enabled)) as answer
    from support_tickets t where t.id = ${id} for update of t`);
  return rows[0]?.answer;
}

/** Moves a request to a status and to the person who took it. */
export async function moveTicket(
  { orm }: Transaction,
  id: number,
  statusId: number,
  assignee: { name: string; email: string },
): Promise<void> {
  await orm
    .update(supportTickets)
    .set({ statusId, assignedToName: assignee.name, assignedToEmail: assignee.email, modifiedAt: sql`now()` })
    .where(eq(supportTickets.id, id));
}

/** Stores an answer; answers its id. */
export async function insertReply({ orm }: Transaction, reply: typeof supportReplies.$inferInsert): Promise<number> {
  const [stored] = await orm.insert(supportReplies).values(reply).returning({ id: supportReplies.id });
  if (!stored) throw new Error('the answer was not stored');
  return stored.id;
}

/** What a mail about an answer says. */
export interface ReplyFacts {
  ticketId: number;
  title: string;
  firstName: string;
  authorName: string;
  message: string;
  statusId: number;
}

/** An answer with its request, for the mail. */
export async function findReply(database: Database, id: number): Promise<ReplyFacts | undefined> {
  return database.read<ReplyFacts>(
    'system',
    sql`select json_build_object('ticketId', t.id, 'title', t.title, 'firstName', coalesce(u.first_name, ''), 'authorName', r.author_name,
          'message', r.message, 'statusId', t.status_id) as answer
        from support_replies r join support_tickets t on t.id = r.support_ticket_id left join users u on u.id = t.created_by where r.id = ${id}`,
  );
}
