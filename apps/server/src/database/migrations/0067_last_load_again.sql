-- As in 0065, but another ordered quantity, or another rejected load, makes another last load that is told of (ALR-01).
create or replace function note_truck_alerts(ids bigint[], steps text[]) returns void
  language sql
begin atomic
  insert into alert_events (customer_id, key, type, order_id, job, facts)
  select t.customer_id, noted.step || ':' || t.id, noted.step, t.order_id, o.job,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'ticketId', t.id, 'load', t.load_number,
      'truck', (select tr.number from trucks tr where tr.id = t.truck_id))
  from unnest(ids, steps) as noted (id, step) join tickets t on t.id = noted.id join orders o on o.id = t.order_id
  where not t.is_cancelled and case noted.step when 'truck-left' then t.leave_plant_at else t.arrived_at end > now() - interval '1 hour'
    and is_followed(t.customer_id, noted.step, t.order_id, o.job)
  on conflict (customer_id, key) do nothing;
  insert into alert_events (customer_id, key, type, order_id, job, facts)
  select distinct on (o.id) o.customer_id, 'last-load:' || o.id || ':' || o.quantity_ordered || ':' || rejected.count, 'last-load', o.id, o.job,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job)
  from unnest(ids, steps) as noted (id, step) join tickets t on t.id = noted.id join orders o on o.id = t.order_id
    cross join lateral (select count(*) from tickets l where l.order_id = o.id and not l.is_cancelled
      and coalesce((select s.is_rejected from ticket_sign_offs s where s.ticket_id = l.id order by s.id desc limit 1), false)) as rejected
  where noted.step = 'truck-left' and not t.is_cancelled and t.leave_plant_at > now() - interval '1 hour'
    and is_followed(o.customer_id, 'last-load', o.id, o.job)
    and (select (o.load_count > 0 and count(*) >= o.load_count) or sum(l.quantity) >= o.quantity_ordered from tickets l
         where l.order_id = o.id and not l.is_cancelled and l.leave_plant_at is not null
           and not coalesce((select s.is_rejected from ticket_sign_offs s where s.ticket_id = l.id order by s.id desc limit 1), false))
  order by o.id
  on conflict (customer_id, key) do nothing;
end;
