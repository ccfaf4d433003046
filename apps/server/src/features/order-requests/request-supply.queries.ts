import type pg from 'pg';
import { recordRequestEvents } from './request-writes.queries.ts';

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
       update order_requests r set state = 'confirmed', version = version + 1, order_id = met.order_id, proposed_plant_id = null,
         proposed_starts_at = null, proposed_quantity = null, proposed_interval_minutes = null
       from met where r.number = met.number and r.kind = 'pour' and r.state in ('requested', 'proposed') returning r.id, r.customer_id)
     insert into order_request_events (customer_id, request_id, action, is_of_desk) select customer_id, id, 'supply', true from confirmed
     returning request_id as id, customer_id`,
    [JSON.stringify(met.map(({ number, orderId }) => ({ number, order_id: orderId })))],
  );
  const confirmed = rows.map(({ id, customer_id: customerId }) => ({ id: Number(id), customerId: Number(customerId) }));
  if (confirmed.length > 0)
    await recordRequestEvents(
      { client },
      'order.request-answered',
      confirmed.map(({ id }) => id),
    );
  return confirmed;
}
