import { SUPPLY_ORDER_STATUSES } from '@yardage/contract/supply-records';
import type pg from 'pg';
import { IS_OPEN_REQUEST } from './order-requests.queries.ts';
import { queueAnswerMails } from './request-mails.queries.ts';
import { NO_PROPOSAL, recordRequestEvents } from './request-writes.queries.ts';

/** A request that an order of the supplier names. */
export interface NamedRequest {
  id: number;
  number: string;
  customerId: number;
  /** The order that the request made, if no other order of the supplier has taken it over. */
  freeOrderId: number | null;
}

/** Locks the requests for pours with these numbers and returns them. The order of ids keeps two batches from a deadlock. */
export async function lockNamedRequests(client: pg.ClientBase, numbers: readonly string[]): Promise<Map<string, NamedRequest>> {
  if (numbers.length === 0) return new Map();
  await client.query(`select id from order_requests where number = any($1::text[]) and kind = 'pour' order by id for update`, [numbers]);
  const { rows } = await client.query<{ id: string; number: string; customer_id: string; free_order_id: string | null }>(
    `select r.id, r.number, r.customer_id,
       case when not exists (select from supply_records s where s.resource = 'orders' and s.entity_id = r.order_id) then r.order_id end as free_order_id
     from order_requests r where r.number = any($1::text[]) and r.kind = 'pour'`,
    [numbers],
  );
  return new Map(
    rows.map((row) => [
      row.number,
      {
        id: Number(row.id),
        number: row.number,
        customerId: Number(row.customer_id),
        freeOrderId: row.free_order_id === null ? null : Number(row.free_order_id),
      },
    ]),
  );
}

/** Confirms open requests that the supplier's orders name. Returns them. */
export async function confirmBySupply(
  client: pg.PoolClient,
  met: readonly { number: string; orderId: number }[],
): Promise<{ id: number; customerId: number }[]> {
  if (met.length === 0) return [];
  const { rows } = await client.query<{ id: string; customer_id: string }>(
    `with met as (select distinct on (number) number, order_id from json_to_recordset($1::json) as given(number text, order_id bigint)),
     confirmed as (
       update order_requests r set state = 'confirmed', version = version + 1, order_id = met.order_id, ${NO_PROPOSAL}
       from met where r.number = met.number and r.kind = 'pour' and ${IS_OPEN_REQUEST} returning r.id, r.customer_id)
     insert into order_request_events (customer_id, request_id, action, is_of_desk) select customer_id, id, 'supply', true from confirmed
     returning request_id as id, customer_id`,
    [JSON.stringify(met.map(({ number, orderId }) => ({ number, order_id: orderId })))],
  );
  const confirmed = rows.map(({ id, customer_id: customerId }) => ({ id: Number(id), customerId: Number(customerId) }));
  const ids = confirmed.map(({ id }) => id);
  if (ids.length > 0) {
    await recordRequestEvents({ client }, 'order.request-answered', ids, { isBySupply: true });
    await queueAnswerMails({ client }, ids);
  }
  return confirmed;
}

interface OwnedRow {
  id: number;
  customerId: number;
}

/**
 * Replaces orders that the portal made by the supplier's orders for the same requests, and moves all references. The portal's orders get
 * the status deleted. Returns the changed requests and orders.
 */
export async function replacePortalOrders(
  client: pg.PoolClient,
  replaced: readonly { from: number; to: number }[],
): Promise<{ requests: OwnedRow[]; orders: OwnedRow[] }> {
  if (replaced.length === 0) return { requests: [], orders: [] };
  const given = 'json_to_recordset($1::json) as given("from" bigint, "to" bigint)';
  // Requests are locked before their orders, as by the desk.
  await client.query('select from order_requests where order_id = any($1::bigint[]) order by id for update', [
    replaced.map(({ from }) => from),
  ]);
  const { rows: orders } = await client.query<OwnedRow>(
    `update orders o set status_id = ${SUPPLY_ORDER_STATUSES.deleted} from ${given} where o.id = given."from"
       and not exists (select from tickets t where t.order_id = o.id) returning o.id::float8 as id, o.customer_id::float8 as "customerId"`,
    [JSON.stringify(replaced)],
  );
  // The pour takes place, so nobody is alerted that the portal's order was deleted.
  await client.query(
    `delete from alert_events e using orders o where o.id = any($1::bigint[]) and e.customer_id = o.customer_id
       and e.key = 'order-changed:' || o.id || ':' || pg_current_xact_id()::text`,
    [orders.map(({ id }) => id)],
  );
  const free = new Set(orders.map(({ id }) => id));
  const values = [JSON.stringify(replaced.filter(({ from }) => free.has(from)))];
  const { rows: requests } = await client.query<OwnedRow>(
    `update order_requests r set order_id = given."to" from ${given} where r.order_id = given."from"
       and (r.kind = 'pour' or not exists (select from order_requests own where own.order_id = given."to" and own.kind = r.kind))
     returning r.id::float8 as id, r.customer_id::float8 as "customerId"`,
    values,
  );
  await client.query(`update pour_shares s set order_id = given."to" from ${given} where s.order_id = given."from"`, values);
  await client.query(
    `update alert_follows f set order_id = given."to" from ${given} where f.order_id = given."from"
       and not exists (select from alert_follows own where own.order_id = given."to" and own.user_id = f.user_id)`,
    values,
  );
  return { requests, orders };
}
