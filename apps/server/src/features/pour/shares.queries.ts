import { PERMISSIONS } from '@yardage/contract/permissions';
import type { ShareLink } from '@yardage/contract/pour';
import type { Database, Member, Transaction } from '#server/database/database';
import { and, eq, isNull, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { pourShares } from '#server/database/tables/tracking';
import { isMakerInForce } from '#server/http/maker-in-force.queries';

const linkJson = jsonObject({
  id: sql`s.id`,
  label: sql`s.label`,
  createdAt: isoMillisecond(sql`s.created_at`),
  // Members cannot read users, but a user who makes a link is a member of the customer.
  createdBy: sql`(select m.first_name || ' ' || m.last_name from members m where m.user_id = s.created_by and m.customer_id = s.customer_id limit 1)`,
  expiresAt: isoMillisecond(sql`s.expires_at`),
  revokedAt: isoMillisecond(sql`s.revoked_at`),
  state: sql`case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired' else 'active' end`,
  viewCount: sql`s.view_count`,
  lastViewedAt: isoMillisecond(sql`s.last_viewed_at`),
});

/** What a link needs of its maker, to be made and to go on: nobody gives a link more than they may see themselves. */
export const LINK_PERMISSIONS = [PERMISSIONS.ORDERS_SHARE, PERMISSIONS.ORDERS_VIEW, PERMISSIONS.TRUCK_TRACKING_VIEW] as const;

/** How many links are listed. Older ones are of no use. */
const MAX_LISTED = 50;

/** Returns the links of an order, newest first, as JSON. Returns undefined if the order belongs to another customer. */
export async function listLinks(database: Database, actor: Member, orderId: number): Promise<string | undefined> {
  return database.read(
    actor,
    sql`select (select coalesce(json_agg(${linkJson} order by s.id desc), '[]')::text
          from (select * from pour_shares where order_id = o.id order by id desc limit ${MAX_LISTED}) as s) as answer
        from orders o where o.id = ${orderId} and o.customer_id = ${actor.customerId}`,
  );
}

/** Locks the order until the transaction ends, so that two requests cannot both make the last link. Returns its number and its links in force. */
export async function lockOrder({ client }: Transaction, orderId: number): Promise<{ orderNumber: string; active: number } | undefined> {
  const { rows } = await client.query<{ orderNumber: string }>(
    'select order_number as "orderNumber" from orders where id = $1 for no key update',
    [orderId],
  );
  const { rows: counts } = await client.query<{ active: number }>(
    'select count(*)::int as active from pour_shares where order_id = $1 and revoked_at is null and expires_at > now()',
    [orderId],
  );
  return rows[0] && { ...rows[0], active: counts[0]?.active ?? 0 };
}

export async function insertLink({ orm }: Transaction, link: typeof pourShares.$inferInsert, hours: number): Promise<number> {
  const [stored] = await orm
    .insert(pourShares)
    .values({ ...link, expiresAt: sql`now() + make_interval(hours => ${hours})` as never })
    .returning({ id: pourShares.id });
  if (!stored) throw new Error('the link was not stored');
  return stored.id;
}

/** Returns one link as it is listed. */
export async function findLink({ orm }: Transaction, orderId: number, id: number): Promise<ShareLink | undefined> {
  const { rows } = await orm.execute<{ answer: ShareLink }>(
    sql`select ${linkJson} as answer from pour_shares s where s.id = ${id} and s.order_id = ${orderId}`,
  );
  return rows[0]?.answer;
}

/** Ends a link. Returns false if it had been revoked before. */
export async function revokeLink({ orm }: Transaction, orderId: number, id: number): Promise<boolean> {
  const ended = await orm
    .update(pourShares)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(pourShares.id, id), eq(pourShares.orderId, orderId), isNull(pourShares.revokedAt)))
    .returning({ id: pourShares.id });
  return ended.length > 0;
}

/** The order that a link opens. */
export interface OpenedLink {
  customerId: number;
  orderId: number;
  expiresAt: string;
}

/**
 * Finds the order of a link in force: neither revoked nor expired, and made by somebody who still may share what it shows. Counts the view if it is one.
 */
export async function openLink(database: Database, tokenHash: string, isView: boolean): Promise<OpenedLink | undefined> {
  const inForce = sql`s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now() and ${isMakerInForce('s', LINK_PERMISSIONS)}`;
  const opened = jsonObject({ customerId: sql`s.customer_id`, orderId: sql`s.order_id`, expiresAt: isoMillisecond(sql`s.expires_at`) });
  if (!isView) return database.read('system', sql`select ${opened} as answer from pour_shares s where ${inForce}`);
  return database.transaction('system', async ({ orm }) => {
    const { rows } = await orm.execute<{ answer: OpenedLink }>(
      sql`update pour_shares s set view_count = s.view_count + 1, last_viewed_at = now() where ${inForce} returning ${opened} as answer`,
    );
    return rows[0]?.answer;
  });
}
