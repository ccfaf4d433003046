import { PERMISSIONS } from '@yardage/contract/permissions';
import { PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { jsonObject } from '#server/database/sql';
import { findGrant } from '#server/http/scope.queries';
import { chatFrom, sessionFields } from './chat-fields.queries.ts';
import type { ResponderCall } from './chat-responder.ts';

interface Found extends Pick<ResponderCall, 'sessionId' | 'context' | 'message' | 'replies'> {
  userId: number;
  customerId: number;
}

/** Returns the responder's input for a message. Undefined if the chat is no longer pending or the user may no longer chat. */
export async function findResponderCall(database: Database, sessionId: string, sequence: number): Promise<ResponderCall | undefined> {
  const { context } = sessionFields('customer');
  const found = await database.read<Found>(
    'system',
    sql`select ${jsonObject({
      sessionId: sql`s.id`,
      context,
      message: sql`case m.sender_type when ${SENDERS.customer} then m.message end`,
      replies: sql`(select count(*) from chat_messages own where own.session_id = s.id and own.sender_type = ${SENDERS.aiAgent})`,
      userId: sql`s.user_id`,
      customerId: sql`s.customer_id`,
    })} as answer from ${chatFrom} join chat_messages m on m.session_id = s.id and m.sequence = ${sequence}
    where s.id = ${sessionId} and s.status_id = ${PENDING_CHAT}`,
  );
  if (!found) return undefined;
  const { userId, customerId, ...call } = found;
  const grant = await findGrant(database, userId, customerId);
  if (!grant?.scope.permissions.has(PERMISSIONS.DISPATCHER_CHAT_VIEW)) return undefined;
  return { ...call, ...grant };
}
