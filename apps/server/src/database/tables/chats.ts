import { index, integer, jsonb, pgTable, smallint, sql, text, unique, uniqueIndex, uuid } from '../drizzle.ts';
import { customerReference, dataSources, users } from './accounts.ts';
import { id, moment, reference } from './columns.ts';

/** A chat with dispatch. It belongs to the user who started it, not to everybody at their customer number. */
export const chatSessions = pgTable(
  'chat_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: customerReference(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    /** The client's id for starting the chat, so that a repeated request returns the same chat. */
    clientSessionId: uuid(),
    category: smallint().notNull(),
    /** 1 pending, 2 active, 3 ended. */
    statusId: smallint().notNull().default(1),
    /** Id of the order, ticket or invoice that the chat is about, depending on the category. */
    entityId: reference(),
    entityNumber: text(),
    jobAddress: jsonb(),
    jobRequirement: text(),
    /** The staff member who has joined. */
    agentId: reference().references(() => users.id),
    agentName: text(),
    /** Sequence number of the last message. It is incremented in the message's own transaction, so that there are no gaps. */
    lastSequence: integer().notNull().default(0),
    /** The last message as plain text. */
    lastMessage: text().notNull().default(''),
    /** The last message by name and values, if the portal wrote it. */
    lastLine: jsonb(),
    customerReadSequence: integer().notNull().default(0),
    agentReadSequence: integer().notNull().default(0),
    /** The message that says that a colleague passed the chat to its agent; null if the agent joined it. */
    passedSequence: integer(),
    startedAt: moment().notNull().defaultNow(),
    /** Since when it waits for a dispatcher: its start, or the last time that one handed it back. */
    pendingSince: moment().notNull().defaultNow(),
    modifiedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.customerId, table.userId, table.clientSessionId),
    index().on(table.customerId, table.userId, table.modifiedAt, table.id),
    index().on(table.statusId, table.modifiedAt.desc(), table.id.desc()),
    index('chat_sessions_agent_id_index')
      .on(table.agentId, table.statusId, table.modifiedAt.desc(), table.id.desc())
      .where(sql`agent_id is not null`),
  ],
);

/** Messages of chats. Rows are never changed; retention deletes old ones. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: id(),
    customerId: customerReference(),
    sessionId: uuid()
      .notNull()
      .references(() => chatSessions.id),
    sequence: integer().notNull(),
    /** 4 text, 5 html. */
    typeId: smallint().notNull(),
    /** 1 system, 2 assistant, 3 dispatcher, 4 customer. */
    senderType: smallint().notNull(),
    senderId: reference().references(() => users.id),
    senderName: text().notNull(),
    message: text().notNull(),
    /** What the portal itself wrote, by name and values (`ChatLine`). */
    line: jsonb(),
    clientMessageId: uuid(),
    sentAt: moment().notNull().defaultNow(),
  },
  (table) => [unique().on(table.sessionId, table.sequence), unique().on(table.sessionId, table.clientMessageId)],
);

/** Answers that dispatchers use often, kept for each data source. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    dataSourceId: integer()
      .notNull()
      .references(() => dataSources.id),
    title: text().notNull(),
    message: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index().on(table.dataSourceId)],
);
