import type { WebhookDeliveryRow, WebhookRow } from '@yardage/contract/webhooks';
import type { Actor, Database, Transaction } from '#server/database/database';
import { and, eq, type SQL, sql } from '#server/database/drizzle';
import { isoMillisecond, jsonObject } from '#server/database/sql';
import { webhookEndpoints } from '#server/database/tables/integration';
import { graceEnd, olderSecretsUntil } from '#server/features/service-keys/older-secrets.queries';

/** The owner of webhooks: a customer, or the supplier (null). */
export type WebhookOwner = number | null;

const countOf = (state: 'waiting' | 'failed') =>
  sql`(select count(*) from webhook_deliveries d where d.endpoint_id = w.id and d.state = ${sql.raw(`'${state}'`)})`;

const rowFields = {
  id: sql`w.id`,
  name: sql`w.name`,
  url: sql`w.url`,
  types: sql`w.types`,
  dataSources: sql`w.data_sources`,
  hasPrices: sql`w.has_prices`,
  state: sql`w.state`,
  failingSince: isoMillisecond(sql`w.failing_since`),
  lastError: sql`w.last_error`,
  waiting: countOf('waiting'),
  failed: countOf('failed'),
  previousSecretValidUntil: sql`case when w.previous_until > now() then ${isoMillisecond(sql`w.previous_until`)} end`,
  createdAt: isoMillisecond(sql`w.created_at`),
};
const webhookJson = jsonObject(rowFields);
const deskJson = jsonObject({
  ...rowFields,
  globalCustomerNumber: sql`(select c.global_customer_number from customers c where c.id = w.customer_id)`,
});
const ownedBy = (owner: WebhookOwner) => (owner === null ? sql`w.customer_id is null` : sql`w.customer_id = ${owner}`);

/** Returns the webhooks of an owner by name. */
export async function listWebhooks(database: Database, actor: Actor, owner: WebhookOwner): Promise<WebhookRow[]> {
  return listWhere(database, actor, webhookJson, ownedBy(owner));
}

/** Returns the supplier's webhooks, and those of customers that keep failing. */
export async function listForDesk(database: Database): Promise<(WebhookRow & { globalCustomerNumber: string | null })[]> {
  return listWhere(database, 'system', deskJson, sql`(w.customer_id is null or w.state = 'failing')`);
}

async function listWhere<T>(database: Database, actor: Actor, json: SQL, condition: SQL): Promise<T[]> {
  const rows = await database.read<T[]>(
    actor,
    sql`select coalesce(json_agg(${json} order by lower(w.name), w.id), '[]') as answer
        from webhook_endpoints w where w.state <> 'deleted' and ${condition}`,
  );
  return rows ?? [];
}

/** Returns one webhook as it is listed. */
export async function findWebhook({ orm }: Transaction, owner: WebhookOwner, id: number): Promise<WebhookRow | undefined> {
  const { rows } = await orm.execute<{ answer: WebhookRow }>(
    sql`select ${webhookJson} as answer from webhook_endpoints w where w.id = ${id} and w.state <> 'deleted' and ${ownedBy(owner)}`,
  );
  return rows[0]?.answer;
}

export type Webhook = typeof webhookEndpoints.$inferSelect;
export type WebhookChange = Partial<typeof webhookEndpoints.$inferInsert>;

/** Stores a webhook that gets the events from now on. */
export async function insertWebhook({ orm }: Transaction, webhook: typeof webhookEndpoints.$inferInsert): Promise<Webhook> {
  const lastPosition = sql`(select coalesce(max(position), 0) from events)`;
  const [stored] = await orm
    .insert(webhookEndpoints)
    .values({ ...webhook, lastPosition: lastPosition as unknown as number })
    .returning();
  if (!stored) throw new Error('the webhook was not stored');
  return stored;
}

/** Returns how many webhooks a customer has. Others wait to add one until the transaction ends. */
export async function countForNew({ orm }: Transaction, customerId: number): Promise<number> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks of account ' || ${customerId}::text, 3))`);
  const { rows } = await orm.execute<{ count: number }>(
    sql`select count(*)::int as count from webhook_endpoints where customer_id = ${customerId} and state <> 'deleted'`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns a webhook, locked until the transaction ends. */
export async function lockWebhook({ orm }: Transaction, owner: WebhookOwner, id: number): Promise<Webhook | undefined> {
  const [webhook] = await orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update');
  return webhook && webhook.customerId === owner && webhook.state !== 'deleted' ? webhook : undefined;
}

export async function updateWebhook({ orm }: Transaction, id: number, change: WebhookChange): Promise<void> {
  await orm
    .update(webhookEndpoints)
    .set(change)
    .where(and(eq(webhookEndpoints.id, id)));
}

/**
 * Increments the version of the secret. Messages are also signed with the previous version until its grace period ends, and with older ones
 * whose grace period has not ended.
 */
export async function nextSecret(transaction: Transaction, { id, secretVersion }: Webhook, graceHours: number): Promise<void> {
  const until = graceEnd(graceHours);
  const olderSecrets = olderSecretsUntil(until, sql`jsonb_build_object('version', secret_version - 1, 'until', previous_until)`);
  await transaction.orm
    .update(webhookEndpoints)
    .set({ secretVersion: secretVersion + 1, previousUntil: graceHours > 0 ? until : null, olderSecrets })
    .where(eq(webhookEndpoints.id, id));
}

const deliveryJson = jsonObject({
  id: sql`d.id`,
  eventId: sql`e.id`,
  type: sql`e.type`,
  state: sql`d.state`,
  attempts: sql`d.attempts`,
  nextAttemptAt: sql`case when d.state = 'waiting' then ${isoMillisecond(sql`d.next_attempt_at`)} end`,
  lastStatus: sql`d.last_status`,
  lastError: sql`d.last_error`,
  createdAt: isoMillisecond(sql`d.created_at`),
  deliveredAt: isoMillisecond(sql`d.delivered_at`),
});

/** Returns the newest deliveries to a webhook, in one state or in all. */
export async function listDeliveries(
  database: Database,
  actor: Actor,
  endpointId: number,
  { state, limit }: { state: string; limit: number },
): Promise<WebhookDeliveryRow[]> {
  const rows = await database.read<WebhookDeliveryRow[]>(
    actor,
    sql`select coalesce(json_agg(answer order by id desc), '[]') as answer from (
          select ${deliveryJson} as answer, d.id from webhook_deliveries d join events e on e.sequence = d.event_sequence
          where d.endpoint_id = ${endpointId} ${state === '' ? sql`` : sql`and d.state = ${state}`} order by d.id desc limit ${limit}) as newest`,
  );
  return rows ?? [];
}

const AGAIN = sql.raw(`state = 'waiting', attempts = 0, next_attempt_at = now(), created_at = now(), delivered_at = null`);

/** Restarts the three days of all waiting messages, because nothing was sent while the webhook was paused. */
export async function restartWaiting({ orm }: Transaction, endpointId: number): Promise<void> {
  await orm.execute(sql`update webhook_deliveries set ${AGAIN} where endpoint_id = ${endpointId} and state = 'waiting'`);
}

/** Restarts the three days of waiting messages of all webhooks that are not paused, because nothing was sent while everything was held. */
export async function restartAllWaiting({ orm }: Transaction): Promise<void> {
  await orm.execute(
    sql`update webhook_deliveries set ${AGAIN} where state = 'waiting' and endpoint_id in (select id from webhook_endpoints where state = 'active')`,
  );
}

/** Puts one delivery back into the queue. */
export async function replayDelivery({ orm }: Transaction, endpointId: number, id: number): Promise<WebhookDeliveryRow | undefined> {
  const { rows } = await orm.execute<{ answer: WebhookDeliveryRow }>(
    sql`with again as (update webhook_deliveries set ${AGAIN} where id = ${id} and endpoint_id = ${endpointId} returning *)
        select ${deliveryJson} as answer from again d join events e on e.sequence = d.event_sequence`,
  );
  return rows[0]?.answer;
}

/** Which events a webhook `w` gets. */
export const isForWebhook = sql`e.type = any(w.types) and (w.customer_id is null or e.customer_id = w.customer_id)
  and (w.data_sources is null or exists (select from customers c join data_sources s on s.id = c.data_source_id
    where c.id = e.customer_id and s.code = any(w.data_sources)))`;

/** Puts all events since a moment into the queue of a webhook. Returns how many. */
export async function replaySince({ orm }: Transaction, endpointId: number, since: string): Promise<number> {
  const { rowCount } = await orm.execute(
    sql`insert into webhook_deliveries (endpoint_id, customer_id, event_sequence)
        select w.id, w.customer_id, e.sequence from webhook_endpoints w join events e on ${isForWebhook}
        where w.id = ${endpointId} and e.position is not null and e.created_at >= ${since}::timestamptz order by e.position
        on conflict (endpoint_id, event_sequence) do update set ${AGAIN}`,
  );
  return rowCount ?? 0;
}
