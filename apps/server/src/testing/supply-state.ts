import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database } from '#server/database/database';
import type { Version } from './supply-world.ts';

/** Everything that a customer can see, without ids and the moments of writing. */
const STATE = `select json_build_object(
  'customers', (select json_agg(json_build_array(c.customer_number, c.address_line1, (select count(*) from customer_contacts k where k.customer_id = c.id)) order by 1) from (select * from customers order by customer_number) c),
  'members', (select json_agg(json_build_array(c.customer_number, m.email, m.role_id, m.position) order by c.customer_number, m.email) from members m join customers c on c.id = m.customer_id),
  'quotes', (select json_agg(json_build_array(q.quote_number, q.is_active, (select sum(quantity) from quote_products p where p.quote_id = q.id)) order by q.quote_number) from quotes q),
  'orders', (select json_agg(json_build_array(o.alt_key, o.status_id, c.customer_number, q.quote_number) order by o.alt_key)
    from orders o join customers c on c.id = o.customer_id left join quotes q on q.id = o.quote_id),
  'tickets', (select json_agg(json_build_array(t.alt_key, o.alt_key, t.status_id, t.is_cancelled, t.finished_at, t.quantity, r.number, i.document_number,
      (select json_agg(json_build_array(p.line_number, n.number, p.amount_cents) order by p.line_number) from ticket_products p join products n on n.id = p.product_id where p.ticket_id = t.id)) order by t.alt_key)
    from tickets t join orders o on o.id = t.order_id left join trucks r on r.id = t.truck_id left join invoices i on i.id = t.invoice_id),
  'invoices', (select json_agg(json_build_array(document_number, total_cents, paid_cents, pending_cents, credited_cents, open_cents, voided_on, paid_on) order by document_number) from invoices),
  'credits', (select json_agg(json_build_array(document_number, total_cents, applied_cents, open_cents, voided_on) order by document_number) from credits),
  'payments', (select json_agg(json_build_array(cart_id, payment_result, amount_cents, applied_cents, on_account_cents, returned_at) order by cart_id) from payments),
  'balance', (select json_agg(json_build_array(c.customer_number, (select sum(invoice_cents + account_cents) from ledger_entries e where e.customer_id = c.id)) order by c.customer_number) from customers c),
  'staged', (select json_agg(json_build_array(resource, key, state, updated_at, hash) order by resource, key) from supply_records)) as state`;

/** Returns everything that a customer can see. */
export const stateOf = (database: Database): Promise<unknown> =>
  database.transaction('system', async ({ client }) => (await client.query<{ state: unknown }>(STATE)).rows[0]?.state);

/** Records of one resource. */
export interface Batch {
  resource: SupplyResource;
  records: unknown[];
}

/** Cuts the versions, in their order, into batches of one resource each. */
export function batchesOf(versions: readonly Version[], mostOf: () => number): Batch[] {
  const batches: Batch[] = [];
  let most = mostOf();
  for (const { resource, record } of versions) {
    const open = batches.at(-1);
    if (open?.resource === resource && open.records.length < most) open.records.push(record);
    else {
      batches.push({ resource, records: [record] });
      most = mostOf();
    }
  }
  return batches;
}
