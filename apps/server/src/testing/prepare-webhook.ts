import type { Database } from '#server/database/database';

/** Adds a webhook of a customer, or of the supplier (null), that nothing is sent to. */
export async function addWebhook(database: Database, customerId: number | null, state = 'active'): Promise<number> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into webhook_endpoints (customer_id, name, url, types, state, last_position)
       values ($1, 'Sample', 'https://example.com/hook', '{}', $2, (select coalesce(max(position), 0) from events)) returning id`,
      [customerId, state],
    );
    return Number(rows[0]?.id);
  });
}

/** Deletes the webhooks of a customer, who may have only some. */
export async function deleteWebhooks(database: Database, customerId: number): Promise<void> {
  await database.transaction('system', ({ client }) =>
    client.query("update webhook_endpoints set state = 'deleted' where customer_id = $1", [customerId]),
  );
}

/** Adds a message that was delivered to a paused webhook of a customer, or of the supplier (null). */
export async function addDelivery(database: Database, customerId: number | null): Promise<{ id: number; deliveryId: number }> {
  const id = await addWebhook(database, customerId, 'paused');
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `with happened as (insert into events (type, customer_id, data) values ('sample', $2, '{}') returning sequence)
       insert into webhook_deliveries (endpoint_id, customer_id, event_sequence, state) select $1, $2, sequence, 'delivered' from happened returning id`,
      [id, customerId],
    );
    return { id, deliveryId: Number(rows[0]?.id) };
  });
}
