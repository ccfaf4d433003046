-- Whether a load was rejected on the job, by the entry that no other corrects: the last one.
create function is_rejected_load(ticket bigint) returns boolean
  language sql stable parallel safe
  return exists (select from ticket_sign_offs s where s.ticket_id = ticket and s.is_rejected
    and not exists (select from ticket_sign_offs later where later.corrects_id = s.id));

-- Whether loads bring all that was ordered. The planned number of loads (0 if it is not known) decides only if less than half a load is
-- missing: loads may be smaller than planned. Decides which load is the last one (ALR-01) and whether an order is complete (POUR-01).
create function are_all_loads(loads bigint, quantity numeric, planned integer, ordered numeric) returns boolean
  language sql immutable parallel safe
  return quantity >= ordered or (planned > 0 and loads >= planned and (ordered - quantity) * loads * 2 < quantity);

-- The first part is that of 0067. A last load is told of by its own ticket: one that leaves after it is another last load.
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
  select distinct on (o.id) o.customer_id, 'last-load:' || o.id || ':' || gone.last_id, 'last-load', o.id, o.job,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job)
  from unnest(ids, steps) as noted (id, step) join tickets t on t.id = noted.id join orders o on o.id = t.order_id
    cross join lateral (
      select count(*) as loads, sum(l.quantity) as quantity, (array_agg(l.id order by l.leave_plant_at desc, l.id desc))[1] as last_id
      from tickets l where l.order_id = o.id and not l.is_cancelled and l.leave_plant_at is not null and not is_rejected_load(l.id)) as gone
  where noted.step = 'truck-left' and not t.is_cancelled and t.leave_plant_at > now() - interval '1 hour'
    and is_followed(o.customer_id, 'last-load', o.id, o.job)
    and are_all_loads(gone.loads, gone.quantity, o.load_count, o.quantity_ordered)
  order by o.id
  on conflict (customer_id, key) do nothing;
end;
