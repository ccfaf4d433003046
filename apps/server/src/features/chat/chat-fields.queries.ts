import { SENDERS } from '@yardage/domain/chat';
import { CHAT_TITLES } from '@yardage/domain/chat.messages';
import { type SQL, sql } from '#server/database/drizzle';
import type { Searched } from '#server/database/search';
import { isoMillisecond, jsonObject, nameById } from '#server/database/sql';

/** The side of a chat that reads it. */
export type ChatSide = 'customer' | 'agent';

/** A session (`s`) with its customer (`c`) and data source (`d`). */
export const chatFrom = sql`chat_sessions s join customers c on c.id = s.customer_id join data_sources d on d.id = c.data_source_id`;

const AGENTS = sql.raw(`${SENDERS.aiAgent}, ${SENDERS.humanAgent}`);
const CUSTOMER = sql.raw(String(SENDERS.customer));

/** The words of the title that lists show for a chat about a record. The record's number is searched separately. */
const titleWords = (): SQL => {
  const words = Object.entries(CHAT_TITLES).map(([category, title]) => [category, title('').trim()]);
  return sql`case when s.entity_number is not null then ${nameById(sql`s.category`, Object.fromEntries(words))} end`;
};

/** The columns that a chat search covers. */
export const chatSearch: Searched = {
  own: [
    titleWords,
    sql`s.entity_number`,
    sql`s.job_address ->> 'street'`,
    sql`s.job_address ->> 'city'`,
    sql`s.job_address ->> 'state'`,
    sql`s.job_address ->> 'zip'`,
    sql`s.job_requirement`,
    sql`s.last_message`,
    sql`s.agent_name`,
    sql`c.company_name`,
    sql`c.display_name`,
    sql`c.customer_number`,
    sql`c.global_customer_number`,
  ],
};

/** A message (`m`) as JSON for a reader; `isOwn` depends on who reads. */
export const messageJson = (readerId: number) =>
  jsonObject({
    id: sql`m.id::text`,
    sessionId: sql`m.session_id`,
    sequence: sql`m.sequence`,
    message: sql`m.message`,
    line: sql`m.line`,
    timestamp: isoMillisecond(sql`m.sent_at`),
    type: sql`m.type_id`,
    messageType: sql`m.type_id`,
    senderType: sql`m.sender_type`,
    senderName: sql`m.sender_name`,
    isOwn: sql`coalesce(m.sender_id = ${readerId}, false)`,
    clientMessageId: sql`m.client_message_id`,
  });

/** The messages of session `s` after a sequence number, as JSON. */
export const messagesJson = (readerId: number, after: number) =>
  sql`(select coalesce(json_agg(${messageJson(readerId)} order by m.sequence), '[]') from chat_messages m
    where m.session_id = s.id and m.sequence > ${after}::bigint)`;

/** Counts the other side's messages that this side has not read. System messages do not count. */
const unreadCount: Readonly<Record<ChatSide, SQL>> = {
  customer: sql`(select count(*) from chat_messages m where m.session_id = s.id and m.sequence > s.customer_read_sequence and m.sender_type in (${AGENTS}))`,
  agent: sql`(select count(*) from chat_messages m where m.session_id = s.id and m.sequence > s.agent_read_sequence and m.sender_type = ${CUSTOMER})`,
};
const otherReadSequence: Readonly<Record<ChatSide, SQL>> = {
  customer: sql`s.agent_read_sequence`,
  agent: sql`s.customer_read_sequence`,
};

/** A session's fields as the contract names them (CHT-08). */
export const sessionFields = (side: ChatSide, messages: SQL = sql`'[]'::json`) => ({
  sessionId: sql`s.id`,
  status: sql`s.status_id`,
  customerName: sql`c.company_name`,
  customerNumber: sql`c.customer_number`,
  customerGlobalNumber: sql`c.global_customer_number`,
  message: sql`s.last_message`,
  line: sql`s.last_line`,
  modifiedDate: isoMillisecond(sql`s.modified_at`),
  timeStamp: isoMillisecond(sql`s.started_at`),
  waitingSince: isoMillisecond(sql`s.pending_since`),
  dataSourceName: sql`d.name`,
  timeZone: sql`d.time_zone`,
  context: jsonObject({
    category: sql`s.category`,
    entityId: sql`s.entity_id`,
    entityNumber: sql`s.entity_number`,
    jobAddress: sql`s.job_address`,
    jobRequirement: sql`s.job_requirement`,
  }),
  messages,
  agentName: sql`s.agent_name`,
  unreadCount: unreadCount[side],
  otherReadSequence: otherReadSequence[side],
});
