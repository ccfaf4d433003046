import { ENDED_CHAT } from '@yardage/domain/chat';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type pg from 'pg';
import type { Database } from '#server/database/database';
import type { RetentionDays } from '#server/operations-config';

/** Rows per statement, so that no lock is held for long. */
const STEP_ROWS = 500;

/** A kind of row that is deleted when it is old and no longer needed. */
export interface RetentionRule {
  name: string;
  table: string;
  /** The condition for rows that are older than the moment `$1`. */
  condition: string;
  /** Null for rows that store their own expiry. */
  days: keyof RetentionDays | null;
  /** The role that may delete them, where the system itself may not. */
  role?: 'yardage_retention';
  /** Has to be repeated with the rule after it until neither deletes anything: it looks at some of that rule's rows at a time. */
  isRepeatedWithNext?: true;
  /** A column of the deleted rows, and the statement that notes its greatest value `$1`. */
  noting?: { column: string; statement: string };
}

/**
 * Streets that are no longer used by an order or a plant. Orders are looked up by the expressions of orders_street_index, one per street:
 * with a join, PostgreSQL would compute the expressions for every order instead.
 */
const UNUSED_STREET = `(select o.id from orders o
    where regexp_replace(o.job_address1, '^[0-9]+[A-Za-z]? +', '') = known_streets.address
      and substring(o.job_address2 from '^(.+, [A-Z]{2} [0-9]{5})') = known_streets.city || ', ' || known_streets.state || ' ' || known_streets.zip
    limit 1) is null
  and not exists (select from plants p join states s on s.id = p.state_id
    where regexp_replace(p.address_line1, '^[0-9]+[A-Za-z]? +', '') = known_streets.address
      and p.city = known_streets.city and s.abbreviation = known_streets.state and p.zip = known_streets.zip)`;

/** In this order: what refers to something is deleted before it. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  { name: 'audit entries', table: 'audit_log', condition: 'at < $1', days: 'audit', role: 'yardage_retention' },
  { name: 'mails', table: 'outgoing_mails', condition: "created_at < $1 and state <> 'queued'", days: 'mails' },
  {
    name: 'chat messages',
    table: 'chat_messages',
    condition: `sent_at < $1 and session_id in (select id from chat_sessions where status_id = ${ENDED_CHAT} and modified_at < $1
      and exists (select from chat_messages m where m.session_id = chat_sessions.id and m.sent_at < $1) order by modified_at limit 100)`,
    days: 'chats',
    role: 'yardage_retention',
    isRepeatedWithNext: true,
  },
  {
    name: 'chats',
    table: 'chat_sessions',
    condition: `status_id = ${ENDED_CHAT} and modified_at < $1 and not exists (select from chat_messages m where m.session_id = chat_sessions.id)`,
    days: 'chats',
    role: 'yardage_retention',
  },
  { name: 'assistant messages', table: 'assistant_messages', condition: 'created_at < $1', days: 'chats' },
  { name: 'predicted arrivals', table: 'arrival_predictions', condition: 'predicted_at < $1', days: 'arrivals' },
  { name: 'share links', table: 'pour_shares', condition: 'expires_at < $1', days: 'shares' },
  { name: 'positions', table: 'truck_positions', condition: 'recorded_at < $1', days: 'positions' },
  {
    name: 'webhook deliveries',
    table: 'webhook_deliveries',
    // A delivery that waits for a deleted webhook is never sent.
    condition: "created_at < $1 and (state <> 'waiting' or endpoint_id in (select id from webhook_endpoints where state = 'deleted'))",
    days: 'events',
  },
  {
    name: 'events',
    table: 'events',
    // Events that a paused webhook has not received yet are sent when it is resumed.
    condition: `created_at < $1 and position is not null and not exists (select from webhook_deliveries d where d.event_sequence = events.sequence)
      and not exists (select from webhook_endpoints w where w.state <> 'deleted' and w.last_position < events.position and events.type = any(w.types)
        and (w.customer_id is null or w.customer_id = events.customer_id)
        and (w.data_sources is null or exists (select from customers c join data_sources s on s.id = c.data_source_id
          where c.id = events.customer_id and s.code = any(w.data_sources))))`,
    days: 'events',
    noting: { column: 'position', statement: 'update event_feed set deleted_position = greatest(deleted_position, $1)' },
  },
  { name: 'alert deliveries', table: 'alert_deliveries', condition: 'done_at < $1', days: 'alerts' },
  {
    name: 'alerts',
    table: 'alerts',
    condition: 'created_at < $1 and not exists (select from alert_deliveries d where d.alert_id = alerts.id)',
    days: 'alerts',
  },
  {
    name: 'alert events',
    table: 'alert_events',
    condition: 'created_at < $1 and spread_at is not null and not exists (select from alerts a where a.event_id = alert_events.id)',
    days: 'alerts',
  },
  {
    name: 'rejected registrations',
    table: 'members',
    condition: `status_id = ${MEMBER_STATUS.rejected} and decided_at < $1`,
    days: 'rejectedRegistrations',
  },
  { name: 'payment attempts', table: 'payment_attempts', condition: 'created_at < $1', days: 'paymentAttempts' },
  { name: 'tries to save a method', table: 'method_tries', condition: 'at < $1', days: 'paymentAttempts' },
  { name: 'close-out packs', table: 'close_out_packs', condition: 'expires_at < $1', days: null },
  { name: 'ended sessions', table: 'ended_sessions', condition: 'expires_at < $1', days: null },
  { name: 'rate counts', table: 'rate_counts', condition: 'ends_at < $1', days: null },
  { name: 'known streets', table: 'known_streets', condition: `$1::timestamptz is not null and ${UNUSED_STREET}`, days: null },
];

/** Deletes some rows that were over before the moment. Returns how many; fewer than a full step means that none are left. */
export async function deleteStep(database: Database, rule: RetentionRule, before: Date): Promise<{ deleted: number; isLast: boolean }> {
  const { table, condition, role, noting } = rule;
  const deleted = await database.transaction('system', async ({ client }) => {
    if (role) await client.query(`set local role ${role}`);
    const { rowCount, rows } = await client.query<{ noted: string }>(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${STEP_ROWS} for update skip locked))
       ${noting ? `returning ${noting.column} as noted` : ''}`,
      [before],
    );
    if (noting && rows.length > 0) await client.query(noting.statement, [Math.max(...rows.map(({ noted }) => Number(noted)))]);
    return rowCount ?? 0;
  });
  return { deleted, isLast: deleted < STEP_ROWS };
}

/** Deletes the streets that no order and no plant has any more, in the transaction that deleted their orders. Returns how many. */
export async function deleteUnusedStreets(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(`delete from known_streets where ${UNUSED_STREET}`);
  return rowCount ?? 0;
}
