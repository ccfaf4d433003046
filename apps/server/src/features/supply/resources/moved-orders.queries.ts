import type pg from 'pg';
import { markOf } from '../staging.queries.ts';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, type Item, refer, type Writing } from './resource-handler.ts';

/**
 * A ticket `t` that moves with its order: its next version was refused only because of the order, names the order's new customer, and nothing
 * keeps the ticket with its customer.
 */
const MOVES_ALONG = `exists (select from supply_records next where next.resource = 'tickets' and next.data_source = given.source
      and next.key = t.alt_key and next.entity_id = t.id and next.state = 'refused' and given.mark = any(next.depends_on)
      and next.body->>'customerKey' = given.customer_key and next.body->>'orderKey' = given.key)
    and not exists (select from invoices i where i.id = t.invoice_id and i.voided_on is null)
    and not exists (select from ticket_sign_offs s where s.ticket_id = t.id)
    and not exists (select from disputes d where d.ticket_id = t.id)
    and not exists (select from credit_lines k where k.ticket_id = t.id)`;

/** Returns the orders that cannot belong to the customer that they name, because of what names them or what they name. */
export async function findHeldOrders(client: pg.ClientBase, items: readonly Item<'orders'>[]): Promise<Fault[]> {
  const given = items.map(({ dataSource, key, id, isNew, record, idOf }, index) => ({
    index,
    source: dataSource,
    key,
    mark: markOf(dataSource, 'orders', key),
    id: isNew ? null : id,
    customer: idOf('customers', record.customerKey),
    customer_key: record.customerKey,
    quote: record.quoteKey === null ? null : idOf('quotes', record.quoteKey),
  }));
  const { rows } = await client.query<{ index: number; has_other_quote: boolean; tickets: string[] }>(
    `select index, has_other_quote, tickets from (
       select given.index, exists (select from quotes q where q.id = given.quote and q.customer_id <> given.customer) as has_other_quote,
         exists (select from tickets t where t.order_id = given.id and t.customer_id <> given.customer and not (${MOVES_ALONG}))
           or exists (select from invoices i where i.order_id = given.id and i.customer_id <> given.customer and i.voided_on is null)
           or exists (select from credits k where k.order_id = given.id and k.customer_id <> given.customer) as is_held,
         array(select t.alt_key from tickets t where t.order_id = given.id and t.customer_id <> given.customer and t.alt_key is not null) as tickets
       from json_to_recordset($1::json)
         as given(index int, source text, key text, mark text, id bigint, customer bigint, customer_key text, quote bigint)
     ) as judged where has_other_quote or is_held`,
    [JSON.stringify(given)],
  );
  return rows.flatMap(({ index, has_other_quote: hasOtherQuote, tickets }): Fault[] => {
    const item = items[index];
    if (!item) return [];
    if (!hasOtherQuote) {
      // The order moves as soon as a next version of each of its tickets names the same customer.
      const dependsOn = [refer('orders', item.key, ''), ...tickets.map((key) => refer('tickets', key, ''))];
      return [{ item, field: 'customerKey', message: SUPPLY_MESSAGES.otherCustomersTickets, dependsOn }];
    }
    const dependsOn = [refer('quotes', item.record.quoteKey ?? '', 'quoteKey')];
    return [{ item, field: 'quoteKey', message: SUPPLY_MESSAGES.otherCustomersQuote, dependsOn }];
  });
}

/** Notes changes for the former customers of records that move, so that their open pages are refreshed. Call it before the records are written. */
export async function noteFormerCustomers(
  { client, noteChange }: Writing,
  resource: 'orders' | 'quotes',
  items: readonly Item<'orders' | 'quotes'>[],
): Promise<void> {
  const known = items.filter(({ isNew }) => !isNew);
  if (known.length === 0) return;
  const { rows } = await client.query<{ id: string; customer_id: string }>(
    `select former.id, former.customer_id from json_to_recordset($1::json) as given(id bigint, customer bigint)
     join ${resource} former on former.id = given.id and former.customer_id <> given.customer`,
    [JSON.stringify(known.map(({ id, record, idOf }) => ({ id, customer: idOf('customers', record.customerKey) })))],
  );
  for (const { id, customer_id: former } of rows) noteChange(resource, Number(former), Number(id));
}

/**
 * Takes the tickets of written orders along to the orders' customers. The tickets' own next versions follow; if one of them does not fit any
 * more, its ticket is with its order nevertheless.
 */
export async function moveTickets({ client, noteChange }: Writing, items: readonly Item<'orders'>[]): Promise<void> {
  const known = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length === 0) return;
  const { rows } = await client.query<{ id: string; former: string; customer_id: string }>(
    `select t.id, t.customer_id as former, o.customer_id from tickets t join orders o on o.id = t.order_id
     where o.id = any($1::bigint[]) and t.customer_id <> o.customer_id order by t.id for update of t`,
    [known],
  );
  if (rows.length === 0) return;
  const moved = JSON.stringify(rows.map(({ id, customer_id: customer }) => ({ id, customer })));
  const given = 'json_to_recordset($1::json) as given(id bigint, customer bigint)';
  await client.query(`update tickets set customer_id = given.customer from ${given} where tickets.id = given.id`, [moved]);
  await client.query(`update ticket_products line set customer_id = given.customer from ${given} where line.ticket_id = given.id`, [moved]);
  for (const { id, former, customer_id: customer } of rows) {
    noteChange('tickets', Number(former), Number(id));
    noteChange('tickets', Number(customer), Number(id));
  }
}
