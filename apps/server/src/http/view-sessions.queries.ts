import { rolesOf } from '@yardage/contract/staff-roles';
import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond } from '#server/database/sql';
import { viewSessions } from '#server/database/tables/accounts';
import { staffRoleOf } from './member-in-force.queries.ts';

/** An open view: who sees the portal as whom, and until when. */
export interface OpenView {
  staffId: number;
  userId: number;
  expiresAt: string;
}

/** Open views `v` of staff `s` who may still view. It ends with a condition, so that callers add theirs with `and`. */
const openViews = sql`view_sessions v join users s on s.id = v.staff_id
  where v.ended_at is null and v.expires_at > now() and s.is_enabled
    and (${staffRoleOf('s')}) = any(${`{${rolesOf('view-as').join(',')}}`}::text[])`;

/** Returns an open view if it belongs to the staff member with the subject. */
export async function findOpenView(database: Database, viewId: string, subject: string): Promise<OpenView | undefined> {
  return database.read<OpenView>(
    'system',
    sql`select json_build_object('staffId', v.staff_id, 'userId', v.user_id, 'expiresAt', ${isoMillisecond(sql`v.expires_at`)}) as answer
        from ${openViews} and v.id = ${viewId}::uuid and s.subject = ${subject}`,
  );
}

/** The ids of those of the given views that are open, as a JSON array in a larger statement. */
export function openAmong(viewIds: readonly string[]): SQL {
  return sql`(select coalesce(json_agg(v.id), '[]') from ${openViews} and v.id = any(${`{${viewIds.join(',')}}`}::uuid[]))`;
}

/** Makes the starts of a staff member's views wait for each other, until the transaction ends: two at once would both stay open. */
export async function lockViewsOf({ orm }: Transaction, staffId: number): Promise<void> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('views of staff ' || ${staffId}::text, 3))`);
}

/** Stores a new view. */
export async function insertView({ orm }: Transaction, view: typeof viewSessions.$inferInsert): Promise<void> {
  await orm.insert(viewSessions).values(view);
}

/** Which views end: one of a staff member, all of a staff member, or those whose time is over. */
export type EndingViews = { staffId: number; viewId?: string } | 'expired';

/** Ends views and records the end of each in the audit log, with the staff member and the user. */
export async function endViews({ orm }: Transaction, ending: EndingViews, requestId: string): Promise<void> {
  const condition =
    ending === 'expired'
      ? sql`v.expires_at <= now()`
      : sql`v.staff_id = ${ending.staffId} ${ending.viewId === undefined ? sql`` : sql`and v.id = ${ending.viewId}::uuid`}`;
  await orm.execute(sql`
    with ended as (
      update view_sessions v set ended_at = least(now(), v.expires_at) where v.ended_at is null and ${condition}
      returning v.id, v.staff_id, v.user_id, v.ended_at, v.expires_at)
    insert into audit_log (user_id, customer_id, action, subject, detail, request_id)
    select ended.staff_id, null, 'view-as.end', u.email,
      jsonb_build_object('view', ended.id, 'endedAt', ended.ended_at, 'isExpired', ended.ended_at = ended.expires_at), ${requestId}
    from ended join users u on u.id = ended.user_id`);
}
