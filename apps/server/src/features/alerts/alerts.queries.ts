import type { AlertSettings } from '@yardage/contract/alerts';
import { DEFAULT_ALERT_SETTINGS } from '@yardage/domain/alerts';
import type { PushSubscription } from '#server/adapters/push/port';
import type { Database, Member } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { isoMoment, jsonObject } from '#server/database/sql';
import { orderAddress, orderJobKey, orderJobNumber } from '#server/features/orders/job-key.queries';
import { maySeeEvent } from './alert-access.queries.ts';

/** Alerts of a user, without those that they may no longer see. */
const ofUser = (userId: number): SQL => sql`a.user_id = ${userId} and ${sql.raw(maySeeEvent('a'))}`;
const unreadOf = (userId: number): SQL =>
  sql`(select count(*)::int from alerts a join alert_events e on e.id = a.event_id where a.read_at is null and ${ofUser(userId)})`;

const alertJson = jsonObject({
  id: sql`a.id`,
  globalCustomerNumber: sql`c.global_customer_number`,
  displayName: sql`c.display_name`,
  type: sql`e.type`,
  facts: sql`e.facts`,
  createdAt: isoMoment(sql`a.created_at`),
  isRead: sql`a.read_at is not null`,
});

/** Returns a page of a user's alerts, newest first, with the number of unread ones, as JSON. */
export async function listAlerts(database: Database, userId: number, before: number | undefined, limit: number): Promise<string> {
  const earlier = before === undefined ? sql`` : sql`and a.id < ${before}`;
  return (await database.read(
    'system',
    sql`with page as (
          select a.id, ${alertJson} as alert, row_number() over (order by a.id desc) as place
          from alerts a join alert_events e on e.id = a.event_id join customers c on c.id = a.customer_id
          where ${ofUser(userId)} ${earlier} order by a.id desc limit ${limit + 1})
        select ${jsonObject({
          items: sql`(select coalesce(json_agg(alert order by id desc), '[]') from page where place <= ${limit})`,
          unreadCount: unreadOf(userId),
          hasMore: sql`(select count(*) from page) > ${limit}`,
        })}::text as answer`,
  )) as string;
}

/** Returns how many alerts a user has not read. */
export async function countUnread(database: Database, userId: number): Promise<number> {
  return Number(await database.read('system', sql`select ${unreadOf(userId)} as answer`));
}

/** Marks a user's alert, or all of their alerts up to one, as read. */
export async function markRead(
  database: Database,
  userId: number,
  { alertId, upTo }: { alertId?: number | undefined; upTo?: number | undefined },
) {
  await database.transaction('system', ({ client }) =>
    client.query('update alerts set read_at = now() where user_id = $1 and read_at is null and (id = $2 or id <= $3)', [
      userId,
      alertId ?? null,
      upTo ?? null,
    ]),
  );
}

/** Returns how alerts reach a user. */
export async function findSettings(database: Database, userId: number): Promise<AlertSettings> {
  const found = await database.read<AlertSettings>(
    'system',
    sql`select json_build_object('mail', mail, 'quietFrom', quiet_from, 'quietTo', quiet_to, 'digestAt', digest_at) as answer
        from alert_settings where user_id = ${userId}`,
  );
  return found ?? DEFAULT_ALERT_SETTINGS;
}

export async function storeSettings(
  database: Database,
  userId: number,
  { mail, quietFrom, quietTo, digestAt }: AlertSettings,
): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query(
      `insert into alert_settings (user_id, mail, quiet_from, quiet_to, digest_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set mail = excluded.mail, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
         digest_at = excluded.digest_at, updated_at = now()`,
      [userId, mail, quietFrom, quietTo, digestAt],
    ),
  );
}

/** Ends the mails of a user, including those that wait to be sent. Returns false if there is no such user. */
export async function endMails(database: Database, userId: number): Promise<boolean> {
  const { rowCount } = await database.transaction('system', ({ client }) =>
    client.query(
      `insert into alert_settings (user_id, mail) select id, 'off' from users where id = $1
       on conflict (user_id) do update set mail = 'off', updated_at = now()`,
      [userId],
    ),
  );
  return (rowCount ?? 0) > 0;
}

const followJson = jsonObject({
  id: sql`f.id`,
  orderId: sql`f.order_id`,
  orderNumber: sql`o.order_number`,
  job: sql`coalesce(f.job_name, f.job)`,
  jobNumber: sql`f.job_number`,
  jobAddress: sql`f.job_address`,
  types: sql`to_json(f.types)`,
});

/** Returns what a user follows at a customer, as JSON. */
export async function listFollows(database: Database, { customerId, userId }: Member): Promise<string> {
  return (await database.read(
    { customerId, userId },
    sql`select coalesce(json_agg(${followJson} order by f.id), '[]')::text as answer from alert_follows f left join orders o on o.id = f.order_id
        where f.customer_id = ${customerId} and f.user_id = ${userId}`,
  )) as string;
}

/** A job that can be followed. */
export interface FollowedJob {
  key: string;
  name: string;
  number: string | null;
  address: string;
}

/** Returns the job of a customer's order. */
export async function findJob(database: Database, actor: Member, orderId: number): Promise<FollowedJob | undefined> {
  return database.read(
    actor,
    sql`select ${jsonObject({ key: orderJobKey, name: sql`o.job`, number: orderJobNumber, address: orderAddress })} as answer
        from orders o where o.id = ${orderId} and o.customer_id = ${actor.customerId}`,
  );
}

/** Stores what a user follows about one subject; without types it ends. */
export async function storeFollow(
  database: Database,
  { customerId, userId }: Member,
  { orderId, job }: { orderId: number | null; job: FollowedJob | null },
  types: readonly string[],
): Promise<void> {
  await database.transaction({ customerId, userId }, async ({ client }) => {
    // A follow from before jobs had keys covers all jobs with the name. It is replaced, because the user now chose one of them.
    if (job)
      await client.query('delete from alert_follows where customer_id = $1 and user_id = $2 and job = $3 and job_name is null', [
        customerId,
        userId,
        job.name,
      ]);
    await (types.length > 0
      ? client.query(
          `insert into alert_follows (customer_id, user_id, order_id, job, job_name, job_number, job_address, types)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (user_id, customer_id, coalesce(order_id, 0), coalesce(job, '')) do update set types = excluded.types,
             job_name = excluded.job_name, job_number = excluded.job_number, job_address = excluded.job_address`,
          [customerId, userId, orderId, job?.key, job?.name, job?.number, job?.address, types],
        )
      : client.query(
          `delete from alert_follows where customer_id = $1 and user_id = $2 and order_id is not distinct from $3::bigint
             and job is not distinct from $4::text`,
          [customerId, userId, orderId, job?.key],
        ));
  });
}

/** Whether a follow is of an order or a job, and not of the account. */
const IS_OF_DELIVERY = 'coalesce(order_id::text, job) is not null';

/** Changes the events of an order or a job that a user follows. Returns false if it is not theirs. */
export async function changeFollow(
  database: Database,
  { customerId, userId }: Member,
  followId: number,
  types: readonly string[],
): Promise<boolean> {
  const { rowCount } = await database.transaction({ customerId, userId }, ({ client }) =>
    client.query(`update alert_follows set types = $4 where id = $1 and customer_id = $2 and user_id = $3 and ${IS_OF_DELIVERY}`, [
      followId,
      customerId,
      userId,
      types,
    ]),
  );
  return (rowCount ?? 0) > 0;
}

/** Ends what a user follows. Returns false if it is not theirs. */
export async function deleteFollow(
  database: Database,
  { customerId, userId }: Member,
  followId: number,
  { isOfAccount }: { isOfAccount: boolean } = { isOfAccount: true },
): Promise<boolean> {
  const { rowCount } = await database.transaction({ customerId, userId }, ({ client }) =>
    client.query(
      `delete from alert_follows where id = $1 and customer_id = $2 and user_id = $3${isOfAccount ? '' : ` and ${IS_OF_DELIVERY}`}`,
      [followId, customerId, userId],
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** A user's browsers; the oldest is forgotten when there are more. */
const MAX_BROWSERS = 10;

/** Stores where a browser gets notifications. A browser that another user used before is now this user's. */
export async function storeBrowser(database: Database, userId: number, { endpoint, p256dh, auth }: PushSubscription): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    await client.query(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)
       on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth`,
      [userId, endpoint, p256dh, auth],
    );
    await client.query(
      'delete from push_subscriptions where user_id = $1 and id not in (select id from push_subscriptions where user_id = $1 order by id desc limit $2)',
      [userId, MAX_BROWSERS],
    );
  });
}

export async function deleteBrowser(database: Database, userId: number, endpoint: string): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint]),
  );
}
