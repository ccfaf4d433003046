-- A job is its number, otherwise its name and address (TRK-01, APY-10, ALR-01). `jobKey` in packages/domain has the same rule.
create function job_key(job_number text, job text, address text) returns text
  language sql immutable parallel safe
  return lower(trim(regexp_replace(case when trim(coalesce(job_number, '')) <> '' then 'number ' || job_number
    else 'place ' || job || ' ' || coalesce(address, '') end, '\s+', ' ', 'g')));

-- What a pack was made of. Packs that were made before have the name only.
alter table close_out_packs add column job_number text, add column job_address text;

-- `job` is the key of the job that is followed. Rows from before have its name there, and no name here.
alter table alert_follows add column job_name text, add column job_number text, add column job_address text;
alter table alert_events add column job_key text;

-- Whether somebody follows this type of event of the order or of its job.
create function is_followed(customer bigint, event_type text, event_order bigint, event_job text, event_job_key text) returns boolean
  language sql stable
  return exists (select from alert_follows f where f.customer_id = customer and event_type = any (f.types)
    and case when f.order_id is not null then f.order_id = event_order
      when f.job is not null then f.job = case when f.job_name is null then event_job else event_job_key end else true end);

-- As in 0086, with the key of the job.
create or replace function note_truck_alerts(ids bigint[], steps text[]) returns void
  language sql
begin atomic
  insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
  select t.customer_id, noted.step || ':' || t.id, noted.step, t.order_id, o.job, place.key,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'ticketId', t.id, 'load', t.load_number,
      'truck', (select tr.number from trucks tr where tr.id = t.truck_id))
  from unnest(ids, steps) as noted (id, step) join tickets t on t.id = noted.id join orders o on o.id = t.order_id
    cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
  where not t.is_cancelled and case noted.step when 'truck-left' then t.leave_plant_at else t.arrived_at end > now() - interval '1 hour'
    and is_followed(t.customer_id, noted.step, t.order_id, o.job, place.key)
  on conflict (customer_id, key) do nothing;
  insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
  select distinct on (o.id) o.customer_id, 'last-load:' || o.id || ':' || gone.last_id, 'last-load', o.id, o.job, place.key,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job)
  from unnest(ids, steps) as noted (id, step) join tickets t on t.id = noted.id join orders o on o.id = t.order_id
    cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
    cross join lateral (
      select count(*) as loads, sum(l.quantity) as quantity, (array_agg(l.id order by l.leave_plant_at desc, l.id desc))[1] as last_id
      from tickets l where l.order_id = o.id and not l.is_cancelled and l.leave_plant_at is not null and not is_rejected_load(l.id)) as gone
  where noted.step = 'truck-left' and not t.is_cancelled and t.leave_plant_at > now() - interval '1 hour'
    and is_followed(o.customer_id, 'last-load', o.id, o.job, place.key)
    and are_all_loads(gone.loads, gone.quantity, o.load_count, o.quantity_ordered)
  order by o.id
  on conflict (customer_id, key) do nothing;
end;

-- As in 0048, with the key of the job.
create or replace function order_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
  select o.customer_id, 'order-changed:' || o.id || ':' || pg_current_xact_id()::text, 'order-changed', o.id, o.job, place.key,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'changes', difference.names)
  from changed o join before b on b.id = o.id
    cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
    cross join lateral (select jsonb_agg(name) as names from (values
      ('start', o.starts_at is distinct from b.starts_at),
      ('quantity', o.quantity_ordered is distinct from b.quantity_ordered),
      ('status', o.status_id is distinct from b.status_id and o.status_id not in (5, 6)),
      ('product', o.product_id is distinct from b.product_id),
      ('place', (o.job_address1, o.job_address2) is distinct from (b.job_address1, b.job_address2)),
      ('spacing', o.interval_minutes is distinct from b.interval_minutes)) as part (name, is_changed) where is_changed) as difference
  where difference.names is not null and o.ship_date >= current_date - 2
    and is_followed(o.customer_id, 'order-changed', o.id, o.job, place.key)
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
