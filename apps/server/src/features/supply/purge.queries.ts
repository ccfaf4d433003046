import type pg from 'pg';
import { isViolation } from '#server/database/failures';
import { withinSavepoint } from './savepoint.queries.ts';

/** A data source whose data is to be purged. */
export interface PurgedSource {
  id: number;
  isTest: boolean;
}

/** Returns a data source by its code. */
export async function findSource(client: pg.ClientBase, code: string): Promise<PurgedSource | undefined> {
  const { rows } = await client.query<PurgedSource>('select id, is_test as "isTest" from data_sources where code = $1', [code]);
  return rows[0];
}

/** The customers' tables in an order in which nothing that is deleted is still referred to. */
const CUSTOMER_TABLES = [
  'alert_deliveries',
  'alerts',
  'alert_events',
  'alert_follows',
  'webhook_deliveries',
  'webhook_endpoints',
  'events',
  'service_keys',
  'close_out_packs',
  'pour_shares',
  'dispute_files',
  'dispute_entries',
  'disputes',
  'cart_invoices',
  'cart_credits',
  'planned_payment_invoices',
  'planned_payment_credits',
  'planned_payments',
  'autopay_rules',
  'approval_limits',
  'method_tries',
  'saved_methods',
  'payment_attempts',
  'payment_return_lines',
  'payment_returns',
  'payment_reviews',
  'payment_invoices',
  'truck_etas',
  'ticket_products',
  'order_request_events',
  'order_requests',
  'credit_lines',
  'credits',
  'payments',
  'tickets',
  'invoices',
  'quote_products',
  'orders',
  'quotes',
  'statements',
  'support_replies',
  'support_attachments',
  'support_tickets',
  'outgoing_mails',
  'assistant_messages',
  'supplied_access',
  'members',
  'customer_contacts',
  'customer_desk_contacts',
] as const;

/** Only the role yardage_retention can delete these, and only those of test data. */
const SIGN_OFF_TABLES = ['ticket_sign_off_photos', 'ticket_sign_offs'] as const;

/** Tables of a data source itself. */
const SOURCE_TABLES = ['request_rules', 'material_request_rules', 'canned_replies'] as const;
const TRUCK_TABLES = ['truck_etas', 'truck_fixes', 'truck_positions'] as const;
const CATALOG_TABLES = ['price_lists', 'products', 'plants'] as const;

/** All tables of which a purge deletes rows. Nothing else may refer to their rows. */
export const PURGED_TABLES: readonly string[] = [
  ...CUSTOMER_TABLES,
  ...SIGN_OFF_TABLES,
  ...SOURCE_TABLES,
  ...TRUCK_TABLES,
  ...CATALOG_TABLES,
  ...['customers', 'announcements', 'data_source_contacts', 'trucks', 'price_list_items', 'data_sources'],
];

/** Deletes all records of the customers of a data source. Returns how many rows of each table it deleted. */
export async function deleteCustomerRecords(client: pg.ClientBase, sourceId: number): Promise<Record<string, number>> {
  const own = 'select id from customers where data_source_id = $1';
  await client.query(`update truck_positions set customer_id = null, ticket_id = null where customer_id in (${own})`, [sourceId]);
  await client.query(`update tickets set invoice_id = null where customer_id in (${own}) and invoice_id is not null`, [sourceId]);
  const deleted: Record<string, number> = {};
  await client.query('set local role yardage_retention');
  for (const table of SIGN_OFF_TABLES) {
    const { rowCount } = await client.query(`delete from ${table} where customer_id in (${own})`, [sourceId]);
    deleted[table] = rowCount ?? 0;
  }
  await client.query('set local role yardage_system');
  // The supplier's own webhooks got events of these customers, too; their deliveries name no customer.
  const { rowCount: sentToSupplier } = await client.query(
    `delete from webhook_deliveries where event_sequence in (select sequence from events where customer_id in (${own}))`,
    [sourceId],
  );
  for (const table of CUSTOMER_TABLES) {
    const { rowCount } = await client.query(`delete from ${table} where customer_id in (${own})`, [sourceId]);
    deleted[table] = rowCount ?? 0;
  }
  deleted.webhook_deliveries = (deleted.webhook_deliveries ?? 0) + (sentToSupplier ?? 0);
  return deleted;
}

/**
 * Deletes the customers of a data source. One that the audit log or a chat names stays without records, because entries of both may not be deleted.
 * Returns how many stayed.
 */
export async function deleteCustomers(client: pg.ClientBase, sourceId: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>('select id from customers where data_source_id = $1 order by id', [sourceId]);
  let kept = 0;
  for (const { id } of rows) {
    try {
      await withinSavepoint(client, async () => {
        await client.query('delete from customers where id = $1', [id]);
      });
    } catch (error) {
      if (!isViolation(error, 'foreign-key')) throw error;
      kept += 1;
    }
  }
  return kept;
}

/** Deletes the catalog of a data source, and the data source itself if nothing is left of it. Forgets all that its systems sent. */
export async function deleteSource(client: pg.ClientBase, sourceId: number, code: string, hasCustomers: boolean): Promise<void> {
  const contacts = `select entity_id from supply_records where resource = 'contacts' and data_source = $1 and entity_id is not null`;
  await client.query(
    `delete from contacts where id in (${contacts}) and not exists (select from customer_contacts c where c.contact_id = contacts.id)`,
    [code],
  );
  // An announcement of the desk stays for its other data sources.
  await client.query(
    `update announcements set data_source_ids = array_remove(data_source_ids, $1::int), data_source_id = (array_remove(data_source_ids, $1::int))[1]
     where $1::int = any(data_source_ids) and cardinality(data_source_ids) > 1`,
    [sourceId],
  );
  await client.query('delete from announcements where data_source_id = $1', [sourceId]);
  await client.query('delete from data_source_contacts where data_source_id = $1', [sourceId]);
  for (const table of SOURCE_TABLES) {
    await client.query(`delete from ${table} where data_source_id = $1`, [sourceId]);
  }
  const trucks = 'select id from trucks where data_source_id = $1';
  for (const table of TRUCK_TABLES) {
    await client.query(`delete from ${table} where truck_id in (${trucks})`, [sourceId]);
  }
  await client.query('delete from trucks where data_source_id = $1', [sourceId]);
  if (!hasCustomers) {
    await client.query('delete from price_list_items where price_list_id in (select id from price_lists where data_source_id = $1)', [
      sourceId,
    ]);
    for (const table of CATALOG_TABLES) {
      await client.query(`delete from ${table} where data_source_id = $1`, [sourceId]);
    }
    await client.query('delete from data_sources where id = $1', [sourceId]);
  }
  const kept = hasCustomers ? ['data-sources', 'customers', 'price-lists', 'products', 'plants'] : [];
  await client.query('delete from supply_records where data_source = $1 and resource <> all($2::text[])', [code, kept]);
  await client.query(
    `delete from supply_records r where r.data_source = $1 and r.resource = 'customers' and not exists (select from customers c where c.id = r.entity_id)`,
    [code],
  );
  // Customers that stay have lost their contacts, so the next version of them is applied whatever its time. Their global numbers become free
  // for the real data.
  await client.query(
    `update supply_records set hash = '', updated_at = 'epoch', state = 'applied', depends_on = '{}', errors = null, affects = '{}', reading = null
     where data_source = $1 and resource = 'customers'`,
    [code],
  );
  await client.query(`update customers set global_customer_number = 'purged-' || id where data_source_id = $1`, [sourceId]);
  for (const table of ['supply_deliveries', 'supply_releases', 'control_differences', 'import_mappings']) {
    await client.query(`delete from ${table} where data_source = $1`, [code]);
  }
}
