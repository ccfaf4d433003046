import { type DeskCounts, type DeskWaiting, MAX_WAITING_CHATS } from '@yardage/contract/desk-waiting';
import { ACTIVE_CHAT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { SUPPORT_STATUS } from '@yardage/domain/support-rules';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { isUnanswered } from '#server/features/disputes/disputes.queries';
import { isOpenReview } from '#server/features/payments/payment-reviews.queries';
import { isForDesk } from './desk-registrations.queries.ts';

const rowsOf = (row: SQL, from: SQL): SQL => sql`(select coalesce(json_agg(${row}), '[]') from ${from})`;

/** The newest chats that no dispatcher has joined, as JSON. */
export const waitingChats = rowsOf(
  jsonObject({ sessionId: sql`s.id`, waitingSince: isoMillisecond(sql`s.pending_since`) }),
  sql`(select * from chat_sessions where status_id = ${PENDING_CHAT} order by pending_since desc limit ${MAX_WAITING_CHATS}) as s`,
);

/** The last message of the customer that the dispatcher of the chat `s` has not read. */
const unread = sql`(select max(m.sequence) from chat_messages m
  where m.session_id = s.id and m.sequence > s.agent_read_sequence and m.sender_type = ${SENDERS.customer})`;
/** The message that passed the chat `s` to its dispatcher, if they have not read it. */
const passed = sql`case when s.passed_sequence > s.agent_read_sequence then s.passed_sequence end`;

const ownChats = (userId: number) =>
  rowsOf(
    jsonObject({
      sessionId: sql`own.id`,
      customerName: sql`c.company_name`,
      isPassed: sql`own.passed is not null`,
      lastSequence: sql`greatest(own.unread, own.passed)`,
    }),
    sql`(select s.id, s.customer_id, ${unread} as unread, ${passed} as passed from chat_sessions s
        where s.agent_id = ${userId} and s.status_id = ${ACTIVE_CHAT}) as own
      join customers c on c.id = own.customer_id where own.unread is not null or own.passed is not null`,
  );

// The first condition must be that of the partial index of open requests, so that PostgreSQL uses it.
const requests = sql`(select json_build_object('count', count(*), 'lastStep', coalesce(max(step.id), 0))
  from order_requests r left join lateral (
    select e.id from order_request_events e where e.request_id = r.id order by e.id desc limit 1) as step on true
  where r.state in ('requested', 'proposed') and r.state = 'requested')`;

/** Returns what waits for a member of staff, in the areas that they may use. */
export async function findWaiting(
  database: Database,
  userId: number,
  { hasChats, hasRequests }: { hasChats: boolean; hasRequests: boolean },
): Promise<DeskWaiting> {
  const none = sql`'[]'::json`;
  const waiting = await database.read<DeskWaiting>(
    'system',
    sql`select ${jsonObject({
      chats: hasChats ? waitingChats : none,
      own: hasChats ? ownChats(userId) : none,
      requests: hasRequests ? requests : sql`'{"count": 0, "lastStep": 0}'::json`,
    })} as answer`,
  );
  if (!waiting) throw new Error('no answer');
  return waiting;
}

/** What is counted, by its area. Each condition is that of the list in its page, and of an index. */
const COUNTED: Readonly<Record<keyof DeskCounts, SQL>> = {
  registrations: sql`members m where ${isForDesk}`,
  support: sql`support_tickets t where t.status_id = ${SUPPORT_STATUS.open}`,
  disputes: sql`disputes d where ${isUnanswered}`,
  payments: sql`payment_reviews r where ${isOpenReview}`,
};

/** Returns how many records wait for staff in the areas that the caller may use. */
export async function countWaiting(database: Database, mayUse: (area: keyof DeskCounts) => boolean): Promise<DeskCounts> {
  const countOf = (area: keyof DeskCounts) => (mayUse(area) ? sql`(select count(*) from ${COUNTED[area]})` : sql`0`);
  const counts = await database.read<DeskCounts>(
    'system',
    sql`select ${jsonObject({
      registrations: countOf('registrations'),
      support: countOf('support'),
      disputes: countOf('disputes'),
      payments: countOf('payments'),
    })} as answer`,
  );
  if (!counts) throw new Error('no answer');
  return counts;
}
