import type { Database } from '#server/database/database';
import { DEMO_ACCOUNTS } from '../world/demo-accounts.ts';

/** How many requests wait at the desk at least. */
const LEAST_WAITING = 4;

/**
 * Keeps requests waiting at the desk. Each copies an order of a customer with a demo account, for one of the next working days, and
 * is named after a user of that customer.
 */
export async function keepRequestsWaiting(database: Database): Promise<number> {
  const accounts = DEMO_ACCOUNTS.map(({ email }) => email);
  return database.transaction('system', async ({ client }) => {
    const { rowCount } = await client.query(
      `with wanted as (
         select generate_series(1, ${LEAST_WAITING} - (select count(*) from order_requests where kind = 'pour' and state in ('requested', 'proposed'))::int) as place),
       askers as (
         select c.id as customer_id, d.time_zone, u.id as user_id, u.first_name || ' ' || u.last_name as name, m.phone,
           row_number() over (order by md5(u.email || c.id::text || now()::date::text)) as place
         from members m join users u on u.id = m.user_id join customers c on c.id = m.customer_id join data_sources d on d.id = c.data_source_id
         where u.email = any($1::text[]) and m.status_id = 2 and m.role_id in (1, 4, 5)
           and exists (select from orders o where o.customer_id = c.id and o.status_id = 5)),
       made as (
         insert into order_requests (customer_id, kind, plant_id, product_id, quote_id, job, job_number, job_address1, job_address2, job_latitude, job_longitude,
           starts_at, quantity, hold_quantity, interval_minutes, placement, unloading, slump, po_number, contact_name, contact_phone, notes, expires_at,
           request_key, created_by, requested_by)
         select a.customer_id, 'pour', model.plant_id, model.product_id, null, model.job, model.job_number, model.job_address1, model.job_address2,
           model.job_latitude, model.job_longitude, at.start, model.quantity_ordered, case when w.place % 2 = 0 and model.order_type = 1 then 5 end,
           coalesce(model.interval_minutes, 15),
           case when model.order_type = 1 then (array['chute', 'pump', 'conveyor', 'bucket'])[1 + w.place % 4] end,
           case model.order_type when 2 then 'pile' when 3 then 'boom' end, model.slump, model.po_number, a.name, a.phone,
           (array['Please call ten minutes ahead.', 'Gate on the north side.', null, 'Ask for the foreman at the trailer.'])[1 + w.place % 4], at.start,
           gen_random_uuid(), a.user_id, a.name
         from wanted w join askers a on a.place = 1 + (w.place - 1) % greatest(1, (select count(*) from askers))
           cross join lateral (
             select o.* from orders o where o.customer_id = a.customer_id and o.status_id = 5
             order by md5(o.id::text || w.place::text || now()::date::text) limit 1) as model
           cross join lateral (
             select ((now() at time zone a.time_zone)::date + day + time '07:00' + make_interval(mins => 45 * w.place)) at time zone a.time_zone as start
             from generate_series(1 + w.place % 2, 5) as day
             where extract(isodow from (now() at time zone a.time_zone)::date + day) < 6 order by day limit 1) as at
         returning id, customer_id, created_by, requested_by, notes)
       insert into order_request_events (customer_id, request_id, action, actor_id, actor_name, is_of_desk, note)
       select customer_id, id, 'request', created_by, requested_by, false, notes from made`,
      [accounts],
    );
    return rowCount ?? 0;
  });
}
