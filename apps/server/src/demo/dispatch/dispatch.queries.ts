import { TICKET_AHEAD_MINUTES } from '@yardage/domain/orders';
import type pg from 'pg';
import type { Database } from '#server/database/database';
import { DEMO_ACCOUNTS } from '../world/demo-accounts.ts';

/** An order with loads that have no ticket yet. */
export interface OpenOrder {
  orderId: number;
  customerId: number;
  dataSourceId: number;
  plantId: number;
  plantNumber: string;
  plant: { latitude: number; longitude: number };
  job: { latitude: number; longitude: number } | null;
  startsAt: number;
  intervalMinutes: number | null;
  loadCount: number;
  ticketed: number;
  quantityOrdered: number;
  quantityTicketed: number;
  /** The customer comes with a truck of their own. */
  isPickedUp: boolean;
}

const place = (latitude: string, longitude: string) =>
  `case when ${latitude} is not null and ${longitude} is not null then json_build_object('latitude', ${latitude}, 'longitude', ${longitude}) end`;

/** Returns the orders that are to be shipped, picked up or shipping and start before the given time. */
export async function readOpenOrders(database: Database, before: number): Promise<OpenOrder[]> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<OpenOrder>(
      `select o.id::int as "orderId", o.customer_id::int as "customerId", pl.data_source_id as "dataSourceId", pl.id::int as "plantId",
         pl.number as "plantNumber", ${place('pl.latitude', 'pl.longitude')} as plant, ${place('o.job_latitude', 'o.job_longitude')} as job,
         (extract(epoch from o.starts_at) * 1000)::float8 as "startsAt", o.interval_minutes as "intervalMinutes", o.load_count as "loadCount",
         loads.count::int as ticketed, o.quantity_ordered::float8 as "quantityOrdered", loads.quantity::float8 as "quantityTicketed",
         o.status_id = 2 or (o.order_type <> 1 and o.on_job_at is null) as "isPickedUp"
       from orders o join plants pl on pl.id = o.plant_id
         cross join lateral (select count(*) as count, coalesce(sum(quantity), 0) as quantity from tickets t where t.order_id = o.id) as loads
       where o.status_id in (1, 2, 6) and o.starts_at < to_timestamp($1::float8 / 1000) and loads.count < o.load_count order by o.starts_at, o.id`,
      [before],
    );
    return rows;
  });
}

/** Returns a free truck, from the order's plant if possible. */
export async function findFreeTruck(
  client: pg.ClientBase,
  order: OpenOrder,
  now: number,
): Promise<{ id: string; driver_name: string } | undefined> {
  const { rows } = await client.query(
    `select tr.id, tr.driver_name from trucks tr where tr.data_source_id = $1 and not exists (
       select from tickets t where t.truck_id = tr.id and t.ticketed_at > to_timestamp($3::float8 / 1000) - interval '1 day'
         and coalesce(t.leave_job_at, 'infinity') > to_timestamp($3::float8 / 1000) - interval '30 minutes')
     order by tr.plant_id = $2 desc, tr.id limit 1`,
    [order.dataSourceId, order.plantId, now],
  );
  return rows[0];
}

/** A ticket to print. */
export interface NewTicket {
  order: OpenOrder;
  ticketNumber: string;
  ticketedAt: number;
  dueAt: number;
  loadNumber: number;
  quantity: number;
  truck: { id: string; driver_name: string } | undefined;
  notes: string | null;
}

/**
 * Prints a ticket with its products: the material at the price of the order's quote or of the price list, and the charges of the last
 * ticket of the order, or else of the customer. Loads that the customer picks up have no hauling charge.
 */
export async function printTicket(client: pg.ClientBase, ticket: NewTicket): Promise<void> {
  const { order, truck } = ticket;
  const { rows } = await client.query<{ id: string }>(
    `insert into tickets (customer_id, order_id, ticket_number, status_id, ticketed_at, plant_id, truck_id, driver_name, load_number, quantity, due_on_job_at,
       slump, tax_cents, alt_key, notes)
     select o.customer_id, o.id, $2, 1, to_timestamp($3::float8 / 1000), o.plant_id, $4, $5, $6, $7, to_timestamp($8::float8 / 1000), o.slump, 0,
       split_part(o.alt_key, '-', 1) || '-' || substr(md5($2), 1, 12), $9::text
     from orders o where o.id = $1 returning id`,
    [
      order.orderId,
      ticket.ticketNumber,
      ticket.ticketedAt,
      truck?.id,
      truck?.driver_name,
      ticket.loadNumber,
      ticket.quantity,
      ticket.dueAt,
      ticket.notes,
    ],
  );
  await client.query(
    `with main as (
       select o.customer_id, o.product_id, coalesce(
         (select qp.unit_price_cents + case when o.ship_date >= q.start_date + interval '12 months' then coalesce(q.price_adjustment_cents, 0) else 0 end
          from quotes q join quote_products qp on qp.quote_id = q.id and qp.product_id = o.product_id where q.id = o.quote_id limit 1),
         (select i.unit_price_cents from customers c join price_list_items i on i.price_list_id = c.price_list_id and i.product_id = o.product_id
          where c.id = o.customer_id)) as unit_price_cents
       from orders o where o.id = $2
     ), example as (
       select t.id, t.quantity from tickets t where t.customer_id = $4 and t.id < $1 order by t.order_id = $2 desc, (t.truck_id is null) = $5::boolean desc, t.ticketed_at desc limit 1
     ), lines as (
       select 0 as place, product_id, $3::numeric as quantity, unit_price_cents from main
       union all
       select line.line_number, line.product_id, case when line.quantity = example.quantity then $3::numeric else line.quantity end, line.unit_price_cents
       from example join ticket_products line on line.ticket_id = example.id and line.line_number > 1
         join products p on p.id = line.product_id where p.number <> 'SHORTLD' and not ($5::boolean and p.number = 'HAUL')
     )
     insert into ticket_products (customer_id, ticket_id, line_number, product_id, quantity, unit_price_cents, amount_cents)
     select $4, $1, row_number() over (order by place), product_id, quantity, unit_price_cents, round(quantity * unit_price_cents) from lines`,
    [rows[0]?.id, order.orderId, ticket.quantity, order.customerId, order.isPickedUp],
  );
  await client.query('update orders set status_id = 6 where id = $1 and status_id in (1, 2)', [order.orderId]);
  await client.query(
    `update tickets set tax_cents = round((select sum(amount_cents) from ticket_products where ticket_id = $1) * c.tax_rate_ppm / 1000000.0)
     from customers c where tickets.id = $1 and c.id = tickets.customer_id`,
    [rows[0]?.id],
  );
}

/** The last ticket number of each plant. */
export async function readTicketNumbers(database: Database): Promise<Map<number, number>> {
  return database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ plant_id: string; last: string }>(
      `select plant_id, max(ticket_number::bigint) as last from tickets where ticket_number ~ '^[0-9]{1,18}$' group by plant_id`,
    );
    return new Map(rows.map(({ plant_id, last }) => [Number(plant_id), Number(last)]));
  });
}

/**
 * Adds an order for every customer with a demo account who has fewer than three trucks under way and nothing coming. It copies a
 * completed order of the last 60 days whose job is on the map; a customer without one gets no order.
 */
export async function orderForTheIdle(database: Database, now: number, startsAt: number, loadCount: number): Promise<number> {
  const accounts = DEMO_ACCOUNTS.map(({ email }) => email);
  return database.transaction('system', async ({ client }) => {
    const { rowCount } = await client.query(
      `with at as (select to_timestamp($1::float8 / 1000) as now, to_timestamp($2::float8 / 1000) as starts),
       idle as materialized (
         select c.* from customers c cross join at
         where exists (select from members m join users u on u.id = m.user_id where m.customer_id = c.id and m.status_id = 2 and u.email = any($3::text[]))
           and (select count(*) from tickets t where t.customer_id = c.id and t.leave_job_at is null and t.truck_id is not null) < 3
           and not exists (select from orders o where o.customer_id = c.id and o.status_id in (1, 6) and o.starts_at < at.now + interval '45 minutes'
             and o.load_count > (select count(*) from tickets t where t.order_id = o.id)))
       insert into orders (customer_id, order_number, order_type, status_id, starts_at, ship_date, on_job_at, ticket_at, plant_id, quote_id, product_id,
         quantity_ordered, load_count, interval_minutes, job, job_number, po_number, ordered_by, ordered_by_phone, job_address1, job_address2,
         job_latitude, job_longitude, usage, slump, directions, alt_key)
       select idle.id, (select max(o.order_number::bigint) from orders o join customers c on c.id = o.customer_id
           where c.data_source_id = idle.data_source_id and o.order_number ~ '^[0-9]{1,18}$') + row_number() over (partition by idle.data_source_id order by idle.id),
         model.order_type, 1, at.starts, (at.starts at time zone d.time_zone)::date, at.starts, at.starts - interval '${TICKET_AHEAD_MINUTES} minutes', model.plant_id,
         (select q.id from quotes q where q.id = model.quote_id and coalesce(q.termination_date >= (at.starts at time zone d.time_zone)::date, true)), model.product_id, loads.quantity * $4::int, $4::int, case model.order_type when 1 then 10 when 2 then 12 else 30 end,
         model.job, model.job_number, model.po_number, model.ordered_by, model.ordered_by_phone, model.job_address1, model.job_address2,
         model.job_latitude, model.job_longitude, model.usage, model.slump, model.directions,
         split_part(model.alt_key, '-', 1) || '-' || substr(md5(model.alt_key || $2::text), 1, 12)
       from at cross join idle join data_sources d on d.id = idle.data_source_id
         cross join lateral (
           select o.* from orders o where o.customer_id = idle.id and o.status_id = 5 and o.job_latitude is not null and o.starts_at < at.now
             and o.starts_at > at.now - interval '60 days'
           order by md5(o.id::text || $2::text) limit 1) as model
         cross join lateral (select max(t.quantity) as quantity from tickets t where t.order_id = model.id having max(t.quantity) > 0) as loads`,
      [now, startsAt, accounts, loadCount],
    );
    return rowCount ?? 0;
  });
}
