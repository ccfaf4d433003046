-- As in 0112. If the user follows the job already that a followed one becomes, that follow gets the types of the other: whether two jobs become
-- one by one statement or by two makes no difference. One that is moving itself gets none.
create or replace function order_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  with moved as (
    select distinct on (o.customer_id, former.key) o.customer_id, former.key as former_key, place.key, o.job,
      nullif(trim(o.job_number), '') as job_number, place.address
    from changed o join before b on b.id = o.id
      cross join lateral (select job_key(b.job_number, b.job, concat_ws(', ', b.job_address1, b.job_address2)) as key) as former
      cross join lateral (select concat_ws(', ', o.job_address1, o.job_address2) as address,
        job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key) as place
    where former.key <> place.key order by o.customer_id, former.key, o.id),
  moving as (
    select f.id, f.user_id, f.types || known.types as types, known.id as known_id, moved.* from moved
      join alert_follows f on f.customer_id = moved.customer_id and f.job = moved.former_key
      left join alert_follows known on known.customer_id = f.customer_id and known.user_id = f.user_id and known.job = moved.key
    where f.job_name is not null
      and not exists (select from orders o where o.customer_id = f.customer_id and o.starts_at >= current_date - 2
        and job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) = moved.former_key))
  update alert_follows f set job = kept.key,
    job_name = case when f.id = kept.id then kept.job else f.job_name end,
    job_number = case when f.id = kept.id then kept.job_number else f.job_number end,
    job_address = case when f.id = kept.id then kept.address else f.job_address end,
    types = array(select distinct type from moving m, unnest(m.types) as type where (m.user_id, m.customer_id, m.key) = (kept.user_id, kept.customer_id, kept.key))
  from (select distinct on (user_id, customer_id, key) * from moving where known_id is null or known_id not in (select id from moving)
    order by user_id, customer_id, key, id) as kept
  where f.id = coalesce(kept.known_id, kept.id);
  insert into alert_events (customer_id, key, type, order_id, job, job_key, facts)
  select o.customer_id, 'order-changed:' || o.id || ':' || pg_current_xact_id()::text, 'order-changed', o.id, o.job,
    case when is_followed(o.customer_id, 'order-changed', o.id, o.job, place.key) then place.key else place.former_key end,
    jsonb_build_object('orderId', o.id, 'orderNumber', o.order_number, 'job', o.job, 'changes', difference.names)
  from changed o join before b on b.id = o.id
    cross join lateral (select job_key(o.job_number, o.job, concat_ws(', ', o.job_address1, o.job_address2)) as key,
      job_key(b.job_number, b.job, concat_ws(', ', b.job_address1, b.job_address2)) as former_key) as place
    cross join lateral (select jsonb_agg(name) as names from (values
      ('start', o.starts_at is distinct from b.starts_at),
      ('quantity', o.quantity_ordered is distinct from b.quantity_ordered),
      ('status', o.status_id is distinct from b.status_id and o.status_id not in (5, 6)),
      ('product', o.product_id is distinct from b.product_id),
      ('place', (o.job_address1, o.job_address2) is distinct from (b.job_address1, b.job_address2)),
      ('spacing', o.interval_minutes is distinct from b.interval_minutes)) as part (name, is_changed) where is_changed) as difference
  where difference.names is not null and o.ship_date >= current_date - 2
    and (is_followed(o.customer_id, 'order-changed', o.id, o.job, place.key)
      or is_followed(o.customer_id, 'order-changed', o.id, o.job, place.former_key))
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
