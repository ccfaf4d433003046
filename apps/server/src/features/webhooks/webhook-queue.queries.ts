import type { Database, Transaction } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { eventTables, HAS_EVENTS_TO_PLACE, type StoredEvent, storedEvent } from '#server/features/events/events.queries';
import { isMakerInForce } from '#server/http/maker-in-force.queries';
import { isForWebhook } from './webhooks.queries.ts';

const IS_WEBHOOK_BEHIND = sql`exists (select from webhook_endpoints w where w.state = 'active'
  and w.last_position < (select coalesce(max(position), 0) from events))`;
/** Whether a delivery is due. Deliveries of paused and removed webhooks do not count, because they would wake the round every second. */
const IS_DELIVERY_DUE = sql`exists (select from webhook_endpoints w where w.state = 'active'
  and exists (select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting' and d.next_attempt_at <= now()))`;
export const HAS_WEBHOOK_WORK = sql`(${HAS_EVENTS_TO_PLACE} or ${IS_WEBHOOK_BEHIND} or ${IS_DELIVERY_DUE})`;

/** Creates one delivery per new event and subscribed webhook. Parallel processes create no duplicates. */
export async function makeDeliveries(database: Database): Promise<void> {
  const isBehind = await database.read<boolean>('system', sql`select ${IS_WEBHOOK_BEHIND} as answer`);
  if (!isBehind) return;
  await database.transaction('system', ({ orm }) =>
    orm.execute(
      sql`with top as (select coalesce(max(position), 0) as position from events),
          behind as (select w.* from webhook_endpoints w, top where w.state = 'active' and w.last_position < top.position
            order by w.id for update of w skip locked),
          made as (insert into webhook_deliveries (endpoint_id, customer_id, event_sequence)
            select w.id, w.customer_id, e.sequence from top, behind w join events e on ${isForWebhook}
            where e.position > w.last_position and e.position <= top.position order by e.position on conflict do nothing)
        update webhook_endpoints set last_position = top.position from behind, top where webhook_endpoints.id = behind.id`,
    ),
  );
}

/** A delivery that is due, with all that is needed to send it. */
export interface DueDelivery {
  id: number;
  endpointId: number;
  url: string;
  /** Whether the endpoint is the supplier's own. */
  isSuppliers: boolean;
  publicId: string;
  /** The versions of the secret that sign: the present one first, then those whose grace period has not ended. */
  secretVersions: number[];
  hasPrices: boolean;
  attempts: number;
  createdAt: string;
  stored: StoredEvent;
}

const dueJson = jsonObject({
  id: sql`q.id`,
  endpointId: sql`w.id`,
  url: sql`w.url`,
  isSuppliers: sql`(w.customer_id is null)`,
  publicId: sql`w.public_id`,
  secretVersions: sql`array[w.secret_version] || case when w.previous_until > now() then array[w.secret_version - 1]
    || array(select (o -> 'version')::int from jsonb_array_elements(w.older_secrets) o where (o ->> 'until')::timestamptz > now()) else '{}' end`,
  hasPrices: sql`(w.has_prices or w.customer_id is null)`,
  attempts: sql`q.attempts`,
  createdAt: isoMillisecond(sql`q.created_at`),
  stored: storedEvent,
});

interface Claim {
  /** How many are claimed at most, and how many of customers' webhooks. */
  limit: number;
  ofCustomers: number;
  /** How many of each webhook are under way at most, those that are already included; and of one whose last attempt failed. */
  perEndpoint: number;
  perFailing: number;
  underWay: readonly { endpointId: number; count: number }[];
  leaseSeconds: number;
}

/**
 * Claims deliveries that are due, a few of each webhook, so that one with a long queue does not delay the others. Customers take turns,
 * however many webhooks each has, and what is under way counts as their first turns. The supplier's webhooks take turns with each other.
 * Nobody else gets the deliveries for `leaseSeconds`.
 */
export async function claimDue({ orm }: Transaction, claim: Claim): Promise<DueDelivery[]> {
  const { limit, ofCustomers, perEndpoint, perFailing, underWay, leaseSeconds } = claim;
  const next = sql`select d.id, row_number() over (order by d.next_attempt_at, d.id) as place from (
      select d.id, d.next_attempt_at from webhook_deliveries d
      where d.endpoint_id = w.id and d.state = 'waiting' and d.next_attempt_at <= now()
      order by d.next_attempt_at, d.id limit ${perEndpoint}) as d`;
  const { rows } = await orm.execute<{ answer: DueDelivery }>(
    sql`with busy as (select * from json_to_recordset(${JSON.stringify(underWay)}::json) as given("endpointId" bigint, count int)),
          busy_customers as (select w.customer_id, sum(busy.count) as count from busy join webhook_endpoints w on w.id = busy."endpointId" group by 1),
          due as (select picked.id, w.customer_id is null as is_suppliers, case when w.customer_id is null then picked.place else
              coalesce(busy_customers.count, 0) + row_number() over (partition by w.customer_id order by picked.place, random()) end as place
            from webhook_endpoints w
            left join busy on busy."endpointId" = w.id
            left join busy_customers on busy_customers.customer_id = w.customer_id
            cross join lateral (${next}) as picked
            where w.state = 'active' and ${isMakerInForce('w')}
              and picked.place <= case when w.failing_since is null then ${perEndpoint}::int else ${perFailing}::int end - coalesce(busy.count, 0)),
          ranked as (select id, is_suppliers, row_number() over (partition by is_suppliers order by place, random()) as turn from due),
          q as (update webhook_deliveries set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
            where id in (select d.id from webhook_deliveries d where d.state = 'waiting' and d.next_attempt_at <= now() and d.id in (
                select id from ranked where is_suppliers or turn <= ${ofCustomers} order by turn limit ${limit})
              for update skip locked)
            returning *)
        select ${dueJson} as answer from q join webhook_endpoints w on w.id = q.endpoint_id join ${eventTables} on e.sequence = q.event_sequence
        order by q.event_sequence`,
  );
  return rows.map(({ answer }) => answer);
}

/** Locks the endpoint before its delivery, as the changes of people do. */
const lockEndpoint = (endpointId: number) => sql`select from webhook_endpoints where id = ${endpointId} for update`;

export async function markDelivered({ orm }: Transaction, { id, endpointId }: DueDelivery, status: number): Promise<void> {
  await orm.execute(lockEndpoint(endpointId));
  await orm.execute(
    sql`update webhook_deliveries set state = 'delivered', delivered_at = now(), last_status = ${status}, last_error = null where id = ${id}`,
  );
  await orm.execute(
    sql`update webhook_endpoints set failing_since = null, last_error = null where id = ${endpointId} and failing_since is not null`,
  );
}

/** How an attempt failed, and when the next one is; without a pause it was the last. */
export interface Failure {
  status: number | null;
  error: string;
  pauseSeconds: number | undefined;
}

/**
 * Stores a failed attempt. Returns false if it is outdated: the message was delivered, sent again or queued again while this attempt waited
 * for the receiver.
 */
export async function markFailed({ orm }: Transaction, { id, endpointId, attempts }: DueDelivery, failure: Failure): Promise<boolean> {
  const { status, error, pauseSeconds } = failure;
  const next =
    pauseSeconds === undefined ? sql`state = 'failed'` : sql`next_attempt_at = now() + make_interval(secs => ${pauseSeconds}::float8)`;
  await orm.execute(lockEndpoint(endpointId));
  const { rowCount } = await orm.execute(
    sql`update webhook_deliveries set last_status = ${status}, last_error = ${error}, ${next}
        where id = ${id} and state = 'waiting' and attempts = ${attempts}`,
  );
  if (!rowCount) return false;
  await orm.execute(
    sql`update webhook_endpoints set failing_since = coalesce(failing_since, now()), last_error = ${error} where id = ${endpointId}`,
  );
  return true;
}

/** Gives up a message whose record its receiver can no longer see. That is no failure of the endpoint. */
export async function markEmpty({ orm }: Transaction, { id }: DueDelivery, reason: string): Promise<void> {
  await orm.execute(sql`update webhook_deliveries set state = 'failed', last_status = null, last_error = ${reason} where id = ${id}`);
}

/**
 * Returns for how long the oldest message that should be sent now has been waiting: one that is due, or an event that has no delivery yet
 * because no process makes them. Those of a webhook that fails are sent one at a time, so they say nothing about the portal.
 */
export async function oldestDueSeconds(database: Database): Promise<number> {
  const oldest = sql`least(
    (select min(created_at) from events where position is null),
    (select min(e.created_at) from webhook_endpoints w cross join lateral (
       select e.created_at from events e where e.position > w.last_position order by e.position limit 1) as e where w.state = 'active'),
    (select min(d.next_attempt_at) from webhook_endpoints w cross join lateral (
       select d.next_attempt_at from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'waiting'
       order by d.next_attempt_at limit 1) as d where w.state = 'active' and w.failing_since is null and ${isMakerInForce('w')}))`;
  const seconds = await database.read<number>(
    'system',
    sql`select greatest(coalesce(extract(epoch from now() - ${oldest}), 0), 0)::float8 as answer`,
  );
  return seconds ?? 0;
}

/** A webhook that was just paused, and whom to notify. */
export interface PausedWebhook {
  id: number;
  name: string;
  url: string;
  customerId: number | null;
  customer: string | null;
  lastError: string | null;
  createdBy: number | null;
  creatorEmail: string | null;
}

const pausedJson = jsonObject({
  id: sql`w.id`,
  name: sql`w.name`,
  url: sql`w.url`,
  customerId: sql`w.customer_id`,
  customer: sql`(select c.global_customer_number from customers c where c.id = w.customer_id)`,
  lastError: sql`w.last_error`,
  createdBy: sql`w.created_by`,
  creatorEmail: sql`(select u.email from users u where u.id = w.created_by and u.is_enabled and ${isMakerInForce('w')})`,
});

/** Whether the webhook took another message since this one was made. */
export async function hasDelivered({ orm }: Transaction, { endpointId, createdAt }: DueDelivery): Promise<boolean> {
  const { rows } = await orm.execute<{ answer: boolean }>(
    sql`select exists (select from webhook_deliveries d where d.endpoint_id = ${endpointId} and d.state = 'delivered'
          and d.delivered_at >= ${createdAt}::timestamptz) as answer`,
  );
  return rows[0]?.answer === true;
}

/** Returns the webhook that gave up a message, unless it gave up another one in the last day. */
export async function findUnlessReported({ orm }: Transaction, { id, endpointId }: DueDelivery): Promise<PausedWebhook | undefined> {
  const { rows } = await orm.execute<{ answer: PausedWebhook }>(
    sql`select ${pausedJson} as answer from webhook_endpoints w where w.id = ${endpointId} and w.state = 'active'
          and not exists (select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'failed' and d.id <> ${id}
            and d.next_attempt_at > now() - interval '1 day')`,
  );
  return rows[0]?.answer;
}

/** Pauses a webhook that keeps failing. Returns it if it was still active. */
export async function pauseFailing({ orm }: Transaction, endpointId: number): Promise<PausedWebhook | undefined> {
  const { rows } = await orm.execute<{ answer: PausedWebhook }>(
    sql`with w as (update webhook_endpoints set state = 'failing' where id = ${endpointId} and state = 'active' returning *)
        select ${pausedJson} as answer from w`,
  );
  return rows[0]?.answer;
}

/** Returns a webhook for the mail about it. */
export async function findPaused(database: Database, endpointId: number): Promise<PausedWebhook | undefined> {
  return database.read<PausedWebhook>('system', sql`select ${pausedJson} as answer from webhook_endpoints w where w.id = ${endpointId}`);
}
