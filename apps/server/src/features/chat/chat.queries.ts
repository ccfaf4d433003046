import type { ChatMessage, ChatSession, JobAddress } from '@yardage/contract/chat';
import { ACTIVE_CHAT, CHAT_CATEGORIES, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import type { ChatLine } from '@yardage/domain/chat-lines';
import type { Actor, Database, Member, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { matching } from '#server/database/search';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { chatSessions } from '#server/database/tables/chats';
import type { ChatCursor } from './chat-cursor.ts';
import { type ChatSide, chatFrom, chatSearch, messageJson, messagesJson, sessionFields } from './chat-fields.queries.ts';

/** Limits chats to those that the user started for the customer. Staff see all. */
const ownerCondition = (actor: Actor): SQL =>
  actor === 'system' ? sql`true` : sql`s.customer_id = ${actor.customerId} and s.user_id = ${actor.userId}`;

/** The filter of a list of chats. */
export interface ChatFilter {
  statusId: number | undefined;
  category?: number | undefined;
  /** Only chats that this staff member has joined. */
  agentId?: number | undefined;
  search: string | undefined;
  cursor: ChatCursor | undefined;
}

/** Returns chats after the cursor, last changed first. At the desk, pending chats come before active ones, and ended ones last. */
export async function listSessions(database: Database, actor: Actor, filter: ChatFilter, limit: number): Promise<ChatSession[]> {
  const side: ChatSide = actor === 'system' ? 'agent' : 'customer';
  const conditions = [ownerCondition(actor), ...matching(chatSearch, filter.search)];
  if (filter.statusId) conditions.push(sql`s.status_id = ${filter.statusId}`);
  if (filter.category) conditions.push(sql`s.category = ${filter.category}`);
  if (filter.agentId) conditions.push(sql`s.agent_id = ${filter.agentId}`);
  if (filter.cursor) conditions.push(following(filter.cursor, side === 'agent' && !filter.statusId));
  const order = side === 'agent' ? sql`s.status_id, s.modified_at desc, s.id desc` : sql`s.modified_at desc, s.id desc`;
  const found = await database.read<ChatSession[]>(
    actor,
    sql`select coalesce(json_agg(page.row), '[]') as answer from (
        select ${jsonObject(sessionFields(side))} as row from ${chatFrom}
        where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}) as page`,
  );
  return found ?? [];
}

/** The rows after a cursor. If sorted by status, these are the older ones of its own status and all of later statuses. */
function following({ status, modifiedDate, sessionId }: ChatCursor, isByStatus: boolean): SQL {
  const isOlder = sql`(s.modified_at, s.id) < (${modifiedDate}::timestamptz, ${sessionId}::uuid)`;
  if (!isByStatus) return isOlder;
  // Most chats are ended, and no status comes after. This simpler condition lets the index seek directly to the row.
  if (status === ENDED_CHAT) return sql`s.status_id = ${ENDED_CHAT} and ${isOlder}`;
  return sql`(s.status_id > ${status} or (s.status_id = ${status} and ${isOlder}))`;
}

/** Returns one chat with its messages. Undefined if it is not the actor's. */
export async function findSession(database: Database, actor: Member, sessionId: string): Promise<ChatSession | undefined> {
  const fields = sessionFields('customer', messagesJson(actor.userId, 0));
  return database.read<ChatSession>(
    actor,
    sql`select ${jsonObject(fields)} as answer from ${chatFrom} where s.id = ${sessionId} and ${ownerCondition(actor)}`,
  );
}

/** Returns the messages of a chat after a sequence number as JSON. Undefined if the chat is not the actor's. */
export async function findMessages(
  database: Database,
  actor: Actor,
  readerId: number,
  sessionId: string,
  after: number,
): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select ${messagesJson(readerId, after)}::text as answer from chat_sessions s where s.id = ${sessionId} and ${ownerCondition(actor)}`,
  );
}

/** The state of a chat that is needed to change it. */
export interface SessionState {
  sessionId: string;
  customerId: number;
  userId: number;
  status: number;
  agentId: number | null;
  agentName: string | null;
  lastSequence: number;
  modifiedDate: string;
  /** The language that the customer's user chose. Null for the user's own requests, which are in it already. */
  language: string | null;
}

const stateFields = {
  sessionId: sql`s.id`,
  customerId: sql`s.customer_id`,
  userId: sql`s.user_id`,
  status: sql`s.status_id`,
  agentId: sql`s.agent_id`,
  agentName: sql`s.agent_name`,
  lastSequence: sql`s.last_sequence`,
  modifiedDate: isoMillisecond(sql`s.modified_at`),
};

/** Returns a chat's state and locks its row until the transaction ends. Other writers wait, so sequence numbers have no gaps. */
export async function lockSession({ orm }: Transaction, actor: Actor, sessionId: string): Promise<SessionState | undefined> {
  // Members cannot read the table of users.
  const language = actor === 'system' ? sql`(select u.language from users u where u.id = s.user_id)` : sql`null`;
  const { rows } = await orm.execute<{ answer: SessionState }>(
    sql`select ${jsonObject({ ...stateFields, language })} as answer from chat_sessions s where s.id = ${sessionId} and ${ownerCondition(actor)} for update of s`,
  );
  return rows[0]?.answer;
}

/** Returns the ids of the active chats that a dispatcher has joined, in one order for all who lock them. */
export async function findChatsOfAgent({ orm }: Transaction, agentId: number): Promise<string[]> {
  const { rows } = await orm.execute<{ id: string }>(
    sql`select s.id from chat_sessions s where s.agent_id = ${agentId} and s.status_id = ${ACTIVE_CHAT} order by s.id`,
  );
  return rows.map(({ id }) => id);
}

/** A chat, and when its last message was written. */
interface SilentChat {
  sessionId: string;
  modifiedDate: string;
}

/** Returns chats of a status in which nobody wrote for this many days, the longest silent first. */
export async function findSilent(database: Database, status: number, days: number, limit: number): Promise<SilentChat[]> {
  const chat = jsonObject({ sessionId: sql`s.id`, modifiedDate: isoMillisecond(sql`s.modified_at`) });
  const found = await database.read<SilentChat[]>(
    'system',
    sql`select coalesce(json_agg(${chat}), '[]') as answer from (
          select * from chat_sessions where status_id = ${status} and modified_at < now() - make_interval(days => ${days}::int)
          order by modified_at limit ${limit}) as s`,
  );
  return found ?? [];
}

/** Returns the message stored with a client's key, as JSON for the reader. */
export async function findByClientKey(
  { orm }: Transaction,
  sessionId: string,
  key: string,
  readerId: number,
): Promise<ChatMessage | undefined> {
  const { rows } = await orm.execute<{ answer: ChatMessage }>(
    sql`select ${messageJson(readerId)} as answer from chat_messages m where m.session_id = ${sessionId} and m.client_message_id = ${key}`,
  );
  return rows[0]?.answer;
}

/** A message before it has a sequence number. */
export interface NewMessage {
  type: number;
  senderType: number;
  senderId: number | null;
  senderName: string;
  message: string;
  /** The text that lists show. */
  plainText: string;
  line: ChatLine | null;
  clientMessageId: string | null;
}

/** How many characters of the last message lists show. */
const LAST_MESSAGE_LENGTH = 300;

/** Stores the next message of a locked session and updates the session's last message and time. */
export async function insertMessage(
  { orm }: Transaction,
  session: SessionState,
  message: NewMessage,
): Promise<{ id: string; sequence: number; sentAt: string }> {
  const line = message.line && JSON.stringify(message.line);
  const { rows } = await orm.execute<{ id: string; sequence: number; sent_at: string }>(
    sql`with taken as (
          update chat_sessions s set last_sequence = s.last_sequence + 1, last_message = left(${message.plainText}, ${LAST_MESSAGE_LENGTH}),
            last_line = ${line}::jsonb, modified_at = greatest(clock_timestamp(), s.modified_at + interval '1 ms')
          where s.id = ${session.sessionId} returning s.id, s.customer_id, s.last_sequence, s.modified_at)
        insert into chat_messages as m (customer_id, session_id, sequence, type_id, sender_type, sender_id, sender_name, message, line, client_message_id, sent_at)
        select customer_id, id, last_sequence, ${message.type}, ${message.senderType}, ${message.senderId}::bigint, ${message.senderName}, ${message.message},
          ${line}::jsonb, ${message.clientMessageId}::uuid, modified_at from taken
        returning m.id::text as id, m.sequence, ${isoMillisecond(sql`m.sent_at`)} as sent_at`,
  );
  const [stored] = rows;
  if (!stored) throw new Error('the message was not stored');
  return { id: stored.id, sequence: stored.sequence, sentAt: stored.sent_at };
}

/** The dispatcher of a chat, and whether a colleague passed it to them. */
export interface ChatAgent {
  id: number;
  name: string;
  isPassed?: boolean;
}

/** Changes a chat's status. Sets the agent, clears it if null, keeps it if undefined. */
export async function moveSession(
  { orm }: Transaction,
  sessionId: string,
  move: { status: number; agent?: ChatAgent | null },
): Promise<void> {
  // The next message says who passed the chat on.
  const passed = move.agent?.isPassed ? sql`last_sequence + 1` : sql`null`;
  const agent =
    move.agent === undefined
      ? sql``
      : sql`, agent_id = ${move.agent?.id ?? null}::bigint, agent_name = ${move.agent?.name ?? null}::text, passed_sequence = ${passed}`;
  const since = move.status === PENDING_CHAT ? sql`, pending_since = clock_timestamp()` : sql``;
  await orm.execute(sql`update chat_sessions set status_id = ${move.status}${agent}${since} where id = ${sessionId}`);
}

/**
 * Moves one side's read mark forward, at most to the last message. Returns the mark and whether it moved.
 * A dispatcher who opens a colleague's chat does not move the mark.
 */
export async function markRead(
  database: Database,
  actor: Actor,
  readerId: number,
  sessionId: string,
  sequence: number,
): Promise<{ sequence: number; isMoved: boolean } | undefined> {
  const column = sql.raw(actor === 'system' ? 'agent_read_sequence' : 'customer_read_sequence');
  const isForSide = actor === 'system' ? sql`coalesce(s.agent_id, ${readerId}) = ${readerId}` : sql`true`;
  return database.transaction(actor, async ({ orm }) => {
    const { rows } = await orm.execute<{ before: number; after: number }>(
      sql`with before as (select s.id, s.${column} as mark from chat_sessions s where s.id = ${sessionId} and ${ownerCondition(actor)} for update)
          update chat_sessions s set ${column} = case when ${isForSide} then greatest(s.${column}, least(${sequence}::bigint, s.last_sequence)) else s.${column} end
          from before where s.id = before.id returning before.mark as before, s.${column} as after`,
    );
    return rows[0] && { sequence: rows[0].after, isMoved: rows[0].after > rows[0].before };
  });
}

/** Serialises a user's chat starts, so that the second click of a double click finds the chat of the first. */
export async function lockStarts({ orm }: Transaction, { customerId, userId }: Member): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${customerId} ${userId}`}, 2))`);
}

/** Returns the chat that a start would duplicate: the one with the same client key, or the open one about the same record. */
export async function findStarted(
  { orm }: Transaction,
  actor: Member,
  start: { clientSessionId: string | undefined; category: number; entityId: number | null },
): Promise<string | undefined> {
  const isSameKey = sql`s.client_session_id = ${start.clientSessionId ?? null}::uuid`;
  const isSameRecord = sql`s.category = ${start.category} and s.entity_id = ${start.entityId}::bigint and s.status_id <> ${ENDED_CHAT}`;
  const { rows } = await orm.execute<{ id: string }>(
    sql`select s.id from chat_sessions s where ${ownerCondition(actor)} and (${isSameKey} or (${isSameRecord}))
        order by coalesce(${isSameKey}, false) desc limit 1`,
  );
  return rows[0]?.id;
}

/** Callers know an invoice by its number only: the API shows no id of it. */
const ENTITIES: Readonly<Record<number, { table: string; number: string; namedBy?: 'number' }>> = {
  [CHAT_CATEGORIES.newOrder]: { table: 'order_requests', number: 'number' },
  [CHAT_CATEGORIES.invoice]: { table: 'invoices', number: 'document_number', namedBy: 'number' },
  [CHAT_CATEGORIES.order]: { table: 'orders', number: 'order_number' },
  [CHAT_CATEGORIES.ticket]: { table: 'tickets', number: 'ticket_number' },
};

/** Returns the record that a chat is about, by its name in the request. Undefined if the record is not the customer's. */
export async function findEntity(
  { orm }: Transaction,
  actor: Member,
  category: number,
  named: string | number,
): Promise<{ id: number; number: string } | undefined> {
  const entity = ENTITIES[category];
  if (!entity) return undefined;
  const number = sql.identifier(entity.number);
  const isNamed = entity.namedBy === 'number' ? sql`${number} = ${String(named)}` : sql`id = ${named}`;
  const { rows } = await orm.execute<{ id: string; number: string }>(
    sql`select id, ${number} as number from ${sql.identifier(entity.table)} where ${isNamed} and customer_id = ${actor.customerId}`,
  );
  return rows[0] && { id: Number(rows[0].id), number: rows[0].number };
}

/** A chat before it is stored. */
export interface NewSession {
  clientSessionId: string | null;
  category: number;
  entityId: number | null;
  entityNumber: string | null;
  jobAddress: JobAddress | null;
  jobRequirement: string | null;
}

/** Stores a pending chat. Returns its id. */
export async function insertSession({ orm }: Transaction, { customerId, userId }: Member, session: NewSession): Promise<string> {
  const [stored] = await orm
    .insert(chatSessions)
    .values({ ...session, customerId, userId })
    .returning({ id: chatSessions.id });
  if (!stored) throw new Error('the chat was not stored');
  return stored.id;
}
