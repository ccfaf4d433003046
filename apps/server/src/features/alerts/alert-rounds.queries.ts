import { type AlertFacts, type AlertType, DAY_AHEAD_ALERTS, DEFAULT_ALERT_SETTINGS, TRUCK_ALERTS } from '@yardage/domain/alerts';
import { TICKET_STATUS } from '@yardage/domain/tickets';
import type { PushSubscription } from '#server/adapters/push/port';
import type { PartDiscountRule } from '#server/config';
import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { keepableDiscount } from '#server/features/carts/payable.queries';
import { isFollowed, mailModeOf, maySeeEvent } from './alert-access.queries.ts';

/** Users whose inbox changed. */
export interface Alerted {
  userId: number;
  customerId: number;
}

const SPREAD_AT_ONCE = 200;

/** SQL: whether the event `e` has one of the types. */
const isOneOf = (types: readonly AlertType[]) => `e.type in (${types.map((type) => `'${type}'`).join(', ')})`;
const momentOf = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;
/** Alerts about a coming day are sent one by one from this hour of the day before. */
const FIRST_HOUR = 7;
/** The moment from which the event `e` in the data source `d` may be sent on its own. */
const sendableAt = `greatest($1, case when ${isOneOf(DAY_AHEAD_ALERTS)}
           then ((e.facts ->> 'day')::date - 1 + time '0${FIRST_HOUR}:00') at time zone d.time_zone end)`;

const hasDueDeliveries = (channel: 'mail' | 'push') =>
  sql`exists (select from alert_deliveries where done_at is null and channel = ${sql.raw(`'${channel}'`)} and due_at <= now())`;
export const HAS_ALERT_WORK = sql`(exists (select from alert_events where spread_at is null) or ${hasDueDeliveries('mail')})`;
export const HAS_DUE_PUSHES = hasDueDeliveries('push');

/** A daily mail is about all accounts, so its time is that of one of them: the first that the user of `made` follows. */
const digestZone = `(select zone.time_zone from alert_follows f join customers first on first.id = f.customer_id
         join data_sources zone on zone.id = first.data_source_id where f.user_id = made.user_id order by f.customer_id limit 1)`;

/** Whether the event `e` answers a request of the user of `made`, who then gets the mail with the answer instead of an alert mail. */
const isAnswered = (table: 'order_requests' | 'support_tickets', fact: string) =>
  `exists (select from ${table} asked where asked.id = (e.facts ->> '${fact}')::bigint and asked.created_by = made.user_id)`;
const isMailedAnyway = `(e.type = '${'request-answered' satisfies AlertType}'
         and (${isAnswered('order_requests', 'requestId')} or ${isAnswered('support_tickets', 'supportId')}))`;

/**
 * Makes the alerts and deliveries of new events, in one transaction: after a crash an event is either spread or untouched. Processes skip
 * the events that another one holds.
 */
export async function spreadEvents({ client }: Transaction, now: Date): Promise<Alerted[]> {
  const { rows } = await client.query<Alerted>(
    `with picked as materialized (
       select * from alert_events where spread_at is null order by id limit ${SPREAD_AT_ONCE} for update skip locked
     ), made as (
       insert into alerts (customer_id, user_id, event_id, created_at)
       select distinct e.customer_id, f.user_id, e.id, $1::timestamptz
       from picked e
         join alert_follows f on f.customer_id = e.customer_id and e.type = any (f.types)
           and ${isFollowed('e.order_id', 'e.job', 'e.job_key')}
         join users u on u.id = f.user_id and u.is_enabled
       where ${maySeeEvent('f')}
       -- The inbox shows them in this order.
       order by e.id, f.user_id
       on conflict (user_id, event_id) do nothing
       returning id, customer_id, user_id, event_id
     ), sent as (
       insert into alert_deliveries (customer_id, alert_id, channel, is_digest, due_at)
       select made.customer_id, made.id, 'mail', coalesce(s.mail, '${DEFAULT_ALERT_SETTINGS.mail}') = 'digest',
         case when s.mail = 'digest' then next_minute_of_day($1, ${digestZone}, s.digest_at)
           else after_quiet_hours(${sendableAt}, d.time_zone, s.quiet_from, s.quiet_to) end
       from made join picked e on e.id = made.event_id join customers c on c.id = made.customer_id join data_sources d on d.id = c.data_source_id
         left join alert_settings s on s.user_id = made.user_id
       where coalesce(s.mail, '${DEFAULT_ALERT_SETTINGS.mail}') <> 'off' and not ${isMailedAnyway}
     ), pushed as (
       insert into alert_deliveries (customer_id, alert_id, channel, due_at)
       select made.customer_id, made.id, 'push', after_quiet_hours(${sendableAt}, d.time_zone, s.quiet_from, s.quiet_to)
       from made join picked e on e.id = made.event_id join customers c on c.id = made.customer_id join data_sources d on d.id = c.data_source_id
         left join alert_settings s on s.user_id = made.user_id
       where exists (select from push_subscriptions p where p.user_id = made.user_id)
     ), done as (
       update alert_events e set spread_at = $1 from picked where e.id = picked.id
     )
     select distinct user_id::int as "userId", customer_id::int as "customerId" from made`,
    [now],
  );
  return rows;
}

/** Alerts that go into one mail. */
interface DueMail extends Record<string, unknown> {
  userId: number;
  customerId: number;
  email: string;
  alertIds: number[];
  isDigest: boolean;
}

/**
 * The amount of the invoice `i` that an alert of the type (an SQL expression) names, in cents: the rest that is due, or the discount to
 * keep.
 */
const centsLeft = (type: SQL, rule: PartDiscountRule): SQL =>
  sql`case ${type} when ${sql.raw(`'${'invoice-due' satisfies AlertType}'`)} then i.open_cents - i.pending_cents else ${keepableDiscount(rule)} end`;
/** The current amount of the invoice of the event `e`; null if it is not about an invoice. */
const centsOfEvent = (rule: PartDiscountRule): SQL =>
  sql`(select ${centsLeft(sql`e.type`, rule)} from invoices i where ${sql.raw(isOneOf(DAY_AHEAD_ALERTS))} and i.customer_id = e.customer_id
         and i.document_number = e.facts ->> 'invoice')`;
/** The facts of the event `e` with the current amount, because an alert of the night is sent only in the morning. */
const factsNow = (rule: PartDiscountRule): SQL => sql`e.facts || jsonb_strip_nulls(jsonb_build_object('cents', ${centsOfEvent(rule)}))`;
/**
 * Whether the alert `a` about the event `e` still matters to the user `u`: a payment or a dispute since then may have left nothing to pay
 * or keep.
 */
const isRelevant = (rule: PartDiscountRule): SQL =>
  sql`u.is_enabled and ${sql.raw(maySeeEvent('a'))} and coalesce(${centsOfEvent(rule)}, 1) > 0`;
/** After this time an alert about a truck is not sent any more. It stays in the inbox, and in the daily mail, with its time. */
const TRUCK_ALERT_MINUTES = 10;
/**
 * Whether an alert about the event `e` is still timely at a moment: one about a truck is not if it is late (quiet hours, outage), or if the
 * truck has arrived since.
 */
const isTimelyAt = (moment: SQL): SQL => sql`not (${sql.raw(isOneOf(TRUCK_ALERTS))} and (
         e.created_at < ${moment} - interval '${sql.raw(String(TRUCK_ALERT_MINUTES))} minutes'
         or e.type in ('truck-left', 'ten-minutes') and exists (select from tickets t where t.id = (e.facts ->> 'ticketId')::bigint
           and t.arrived_at is not null)))`;
/** Whether the user gets a mail about the event. Checked when the mail is queued and again when it is sent. */
const getsMail = (rule: PartDiscountRule): SQL => sql`${isRelevant(rule)} and ${sql.raw(mailModeOf('a.user_id'))} <> 'off'`;

const MAILS_AT_ONCE = 100;
const DIGESTS_AT_ONCE = 50;

/**
 * Takes the mails that are due and marks them as done. The caller queues them in the same transaction. Alerts that their user may no longer
 * see are left out, and of a digest also those that they have read since.
 */
export async function takeDueMails({ orm }: Transaction, now: Date, rule: PartDiscountRule): Promise<DueMail[]> {
  const at = momentOf(now);
  const { rows } = await orm.execute<DueMail>(
    sql`with due as (
       update alert_deliveries set done_at = ${at} where id in (
         select id from alert_deliveries where done_at is null and channel = 'mail' and due_at <= ${at} and not is_digest
         order by due_at, id limit ${sql.raw(String(MAILS_AT_ONCE))} for update skip locked)
       returning alert_id, is_digest
     ),
     receivers as (
       select a.user_id from alert_deliveries d join alerts a on a.id = d.alert_id
       where d.done_at is null and d.channel = 'mail' and d.due_at <= ${at} and d.is_digest
       group by a.user_id order by min(d.due_at), a.user_id limit ${sql.raw(String(DIGESTS_AT_ONCE))}
     ),
     -- All of a person's digest at once, in one process: another one waits here and finds nothing left.
     digests as (
       update alert_deliveries set done_at = ${at} where done_at is null and id in (
         select d.id from alert_deliveries d join alerts a on a.id = d.alert_id
         where d.done_at is null and d.channel = 'mail' and d.due_at <= ${at} and d.is_digest and a.user_id in (select user_id from receivers)
         order by d.id for update of d)
       returning alert_id, is_digest
     ),
     taken as (select * from due union all select * from digests)
     select a.user_id::int as "userId", min(a.customer_id)::int as "customerId", u.email, json_agg(a.id order by a.id) as "alertIds",
       taken.is_digest as "isDigest"
     from taken join alerts a on a.id = taken.alert_id join alert_events e on e.id = a.event_id
       join users u on u.id = a.user_id
     where case when taken.is_digest then a.read_at is null else ${isTimelyAt(at)} end and ${getsMail(rule)}
     group by a.user_id, u.email, taken.is_digest, case when taken.is_digest then 0 else a.id end
     order by min(a.id)`,
  );
  return rows;
}

/** An alert as its text needs it. */
export interface WrittenAlert {
  type: AlertType;
  facts: AlertFacts;
  createdAt: string;
  timeZone: string;
  globalCustomerNumber: string;
  displayName: string;
}

/**
 * Returns alerts for the text of a mail, without those that their user lost the right to see while the mail server was away, and without
 * single ones that are no longer timely.
 */
export async function findAlertsToMail(
  database: Database,
  { alertIds, isDigest }: { alertIds: readonly number[]; isDigest: boolean },
  rule: PartDiscountRule,
): Promise<WrittenAlert[]> {
  const { rows } = await database.transaction('system', ({ orm }) =>
    orm.execute<WrittenAlert & Record<string, unknown>>(
      sql`select e.type, ${factsNow(rule)} as facts, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", d.time_zone as "timeZone",
         c.global_customer_number as "globalCustomerNumber", c.display_name as "displayName"
       from alerts a join alert_events e on e.id = a.event_id join customers c on c.id = a.customer_id
         join data_sources d on d.id = c.data_source_id join users u on u.id = a.user_id
       where a.id = any (${sql.param(alertIds)}::bigint[]) and (${isDigest}::boolean or ${isTimelyAt(sql`now()`)}) and ${getsMail(rule)} order by a.id`,
    ),
  );
  return rows;
}

/** Returns the customers with a truck on the road that somebody follows. Their expected arrivals have to be kept up to date. */
export async function customersToWatch(database: Database): Promise<number[]> {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: number }>(
      `select distinct t.customer_id::int as id from alert_follows f join tickets t on t.customer_id = f.customer_id
       where 'ten-minutes' = any (f.types) and t.status_id = ${TICKET_STATUS.toJob} and not t.is_cancelled and t.ticketed_at > now() - interval '24 hours'`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Records trucks that are expected within ten minutes. */
export async function noteNearTrucks({ client }: Transaction, now: Date): Promise<void> {
  await client.query(
    `insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
     select t.customer_id, 'ten-minutes:' || t.id, 'ten-minutes', t.order_id, o.job, place.key,
       jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'ticketId', t.id, 'load', t.load_number, 'truck', tr.number)
     from truck_etas e join tickets t on t.id = e.ticket_id join orders o on o.id = t.order_id join trucks tr on tr.id = t.truck_id
       cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
     where t.status_id = ${TICKET_STATUS.toJob} and not t.is_cancelled and e.estimated_at is not null and e.estimated_at <= $1::timestamptz + interval '10 minutes'
       and t.ticketed_at > $1::timestamptz - interval '24 hours' and is_followed(t.customer_id, 'ten-minutes', t.order_id, o.job, place.key)
     on conflict (customer_id, key) do nothing`,
    [now],
  );
}

/** Records invoices that are due tomorrow and discounts that expire tomorrow, in the time zone of their data source. */
export async function noteDueInvoices({ orm }: Transaction, now: Date, rule: PartDiscountRule): Promise<void> {
  await orm.execute(
    sql`insert into alert_events (customer_id, key, type, order_id, job, facts)
     select i.customer_id, step.type || ':' || i.id || ':' || step.day, step.type, null, null,
       jsonb_build_object('invoice', i.document_number, 'day', step.day, 'cents', ${centsLeft(sql`step.type`, rule)})
     from (select distinct f.customer_id from alert_follows f where f.types && array['invoice-due', 'discount-expiring']) as followed
       join customers c on c.id = followed.customer_id join data_sources d on d.id = c.data_source_id
       join invoices i on i.customer_id = c.id and i.open_cents > 0
       cross join lateral (values ('invoice-due', i.due_date), ('discount-expiring', i.discount_expires_on)) as step (type, day)
     where step.day = (${momentOf(now)} at time zone d.time_zone)::date + 1 and ${centsLeft(sql`step.type`, rule)} > 0
       and is_followed(i.customer_id, step.type, null, null)
     on conflict (customer_id, key) do nothing`,
  );
}

/** A push message to send, with the browsers of its user. */
export interface DuePush {
  deliveryId: number;
  alertId: number;
  language: string | null;
  alert: WrittenAlert;
  browsers: PushSubscription[];
}

const PUSHES_AT_ONCE = 50;
/** After this time other processes take over a message whose sender died. */
const PUSH_LEASE_SECONDS = 30;
const PUSH_ATTEMPTS = 6;

/**
 * Claims push messages that are due. A message that was tried too often is given up. One that the user may no longer see is returned
 * without browsers.
 */
export async function claimDuePushes({ orm }: Transaction, now: Date, rule: PartDiscountRule): Promise<DuePush[]> {
  const at = momentOf(now);
  const { rows } = await orm.execute<DuePush & Record<string, unknown>>(
    sql`with due as (
       update alert_deliveries set attempts = attempts + 1, due_at = ${at} + make_interval(secs => ${sql.raw(String(PUSH_LEASE_SECONDS))}),
         done_at = case when attempts >= ${sql.raw(String(PUSH_ATTEMPTS))} then ${at} end
       where id in (select id from alert_deliveries where done_at is null and channel = 'push' and due_at <= ${at}
         order by due_at, id limit ${sql.raw(String(PUSHES_AT_ONCE))} for update skip locked)
       returning id, alert_id, done_at
     )
     select due.id::int as "deliveryId", a.id::int as "alertId", u.language,
       json_build_object('type', e.type, 'facts', ${factsNow(rule)}, 'globalCustomerNumber', c.global_customer_number, 'displayName', c.display_name) as alert,
       coalesce((select json_agg(json_build_object('endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) order by p.id)
         from push_subscriptions p where p.user_id = a.user_id and ${isRelevant(rule)} and ${isTimelyAt(at)}), '[]') as browsers
     from due join alerts a on a.id = due.alert_id join users u on u.id = a.user_id join alert_events e on e.id = a.event_id
       join customers c on c.id = a.customer_id where due.done_at is null order by due.id`,
  );
  return rows;
}

/** Marks a push message as sent, and forgets browsers that are gone for good. */
export async function finishPush(
  database: Database,
  deliveryId: number,
  { isDone, gone }: { isDone: boolean; gone: readonly string[] },
): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    if (gone.length > 0) await client.query('delete from push_subscriptions where endpoint = any ($1)', [gone]);
    if (isDone) await client.query('update alert_deliveries set done_at = now() where id = $1', [deliveryId]);
  });
}
