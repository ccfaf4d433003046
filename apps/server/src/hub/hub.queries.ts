import { LIVE_RECORDS } from '@yardage/contract/hub';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { rolesOf, type StaffRole } from '@yardage/contract/staff-roles';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { isMemberInForce, staffRoleOf } from '#server/http/member-in-force.queries';
import { openAmong } from '#server/http/view-sessions.queries';

/** What an enabled user may receive from the hub. */
export interface HubAccess {
  userId: number;
  /** The sign-in that is linked to them. */
  subject: string | null;
  /** Whether they answer the chats of all customers. */
  isDispatcher: boolean;
  /** Null for everybody who is not staff. */
  staffRole: StaffRole | null;
  /** The customers that they may chat for. */
  chatCustomerIds: number[];
  /** Their codes at each customer, as far as changed records are announced by them. */
  codes: [customerId: number, code: string][];
}

/** The state of a chat, and whom it belongs to. */
export interface SessionSummary {
  sessionId: string;
  customerId: number;
  userId: number;
  status: number;
  modifiedDate: string;
  lastSequence: number;
}

/** A chat that a connection joins. */
export interface JoinedChat extends SessionSummary {
  /** The name that the customer gave the member whose chat it is; null for one who has been removed. */
  memberName: string | null;
}

const LIVE_CODES = [...new Set(Object.values(LIVE_RECORDS).flat())];

/** Uses the same rows as the guard of HTTP requests; disabled users are left out. */
const accessJson = jsonObject({
  userId: sql`u.id`,
  subject: sql`u.subject`,
  isDispatcher: sql`coalesce((${staffRoleOf()}) = any(${`{${rolesOf('chats').join(',')}}`}::text[]), false)`,
  staffRole: staffRoleOf(),
  chatCustomerIds: sql`(select coalesce(json_agg(m.customer_id), '[]') from members m
    where m.user_id = u.id and ${isMemberInForce()}
      and exists (select from role_permissions p where p.role_id = m.role_id and p.code = ${PERMISSIONS.DISPATCHER_CHAT_VIEW}))`,
  codes: sql`(select coalesce(json_agg(json_build_array(m.customer_id, p.code)), '[]') from members m join role_permissions p on p.role_id = m.role_id
    where m.user_id = u.id and ${isMemberInForce()} and p.code = any(${`{${LIVE_CODES.join(',')}}`}::text[]))`,
});

const sessionFields = {
  sessionId: sql`s.id`,
  customerId: sql`s.customer_id`,
  userId: sql`s.user_id`,
  status: sql`s.status_id`,
  modifiedDate: isoMillisecond(sql`s.modified_at`),
  lastSequence: sql`s.last_sequence`,
};
const sessionJson = jsonObject(sessionFields);
const joinedJson = jsonObject({
  ...sessionFields,
  memberName: sql`(select nullif(trim(m.first_name || ' ' || m.last_name), '') from members m
    where m.customer_id = s.customer_id and m.user_id = s.user_id limit 1)`,
});

interface HubSnapshot {
  accesses: HubAccess[];
  /** Those of the given sessions that have ended, and when. */
  ended: { key: string; endedAt: string }[];
  /** Those of the given view sessions that are open. */
  views: string[];
}

/** What a snapshot is about. */
interface SnapshotOf {
  userIds: readonly number[];
  signInKeys?: readonly string[];
  viewIds?: readonly string[];
}

/** Returns what the given users may receive, which sessions have ended and which views are open, in one statement. */
export async function findHubAccess(database: Database, { userIds, signInKeys = [], viewIds = [] }: SnapshotOf): Promise<HubSnapshot> {
  const found = await database.read<HubSnapshot>(
    'system',
    sql`select json_build_object('views', ${openAmong(viewIds)},
        'ended', (select coalesce(json_agg(json_build_object('key', e.key, 'endedAt', ${isoMillisecond(sql`e.ended_at`)})), '[]')
          from ended_sessions e where e.key = any(${`{${signInKeys.join(',')}}`}::text[])),
        'accesses', (select coalesce(json_agg(${accessJson}), '[]') from users u where u.id = any(${`{${userIds.join(',')}}`}::bigint[]) and u.is_enabled)) as answer`,
  );
  return found ?? { accesses: [], ended: [], views: [] };
}

/** Returns the state of the given chats. */
export async function findChatStates(database: Database, sessionIds: readonly string[]): Promise<SessionSummary[]> {
  const found = await database.read<SessionSummary[]>(
    'system',
    sql`select json_agg(${sessionJson}) as answer from chat_sessions s where s.id = any(${`{${sessionIds.join(',')}}`}::uuid[])`,
  );
  return found ?? [];
}

/** Returns a chat that a connection wants to join. */
export async function findChatToJoin(database: Database, sessionId: string): Promise<JoinedChat | undefined> {
  return database.read('system', sql`select ${joinedJson} as answer from chat_sessions s where s.id = ${sessionId}::uuid`);
}
