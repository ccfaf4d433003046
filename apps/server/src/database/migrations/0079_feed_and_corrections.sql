-- Up to which position events were deleted because of their age, so that a reader who was away hears that some are missing.
alter table event_feed add column deleted_position bigint default 0 not null;

-- As in 0023, but a key that was revoked in the last 90 days still counts: until the account has a new one, its reader must lose nothing.
create or replace function has_integration(customer bigint) returns boolean
  language sql stable
  return exists (select from webhook_endpoints e where e.customer_id = customer and e.state <> 'deleted')
    or exists (select from service_keys k where k.customer_id = customer
      and (k.revoked_at is null or k.revoked_at > now() - interval '90 days'));

create function has_integrations() returns boolean
  language sql stable
  return exists (select from webhook_endpoints where customer_id is not null and state <> 'deleted')
    or exists (select from service_keys where customer_id is not null
      and (revoked_at is null or revoked_at > now() - interval '90 days'));

-- As in 0069, but the former customer of a ticket hears that it is gone. Each customer is looked up once, however many tickets change.
create or replace function ticket_events() returns trigger
  language plpgsql as $$
declare
  followed bigint[];
begin
  if not has_integrations() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    followed := array(select customer_id from (select distinct customer_id from changed) as touched where has_integration(customer_id));
    insert into events (type, customer_id, data)
    select 'ticket.issued', t.customer_id, jsonb_build_object('ticketId', t.id) from changed t where t.customer_id = any(followed) order by t.id;
    return null;
  end if;
  followed := array(select customer_id from (select customer_id from changed union select customer_id from before) as touched
    where has_integration(customer_id));
  if followed = '{}' then
    return null;
  end if;
  insert into events (type, customer_id, data)
  select 'ticket.removed', b.customer_id, jsonb_build_object('ticketId', b.id, 'ticketNumber', b.ticket_number)
  from changed t join before b on b.id = t.id where t.customer_id <> b.customer_id and b.customer_id = any(followed) order by b.id;
  insert into events (type, customer_id, data)
  select case when t.customer_id = b.customer_id then 'ticket.changed' else 'ticket.issued' end, t.customer_id, jsonb_build_object('ticketId', t.id)
  from changed t join before b on b.id = t.id where t is distinct from b and t.customer_id = any(followed) order by t.id;
  return null;
end $$;

-- What a ticket shows of its order: a correction of it is a change of each ticket.
create function order_ticket_events() returns trigger
  language plpgsql as $$
declare
  followed bigint[];
begin
  if not has_integrations() then
    return null;
  end if;
  followed := array(select customer_id from (select distinct customer_id from changed) as touched where has_integration(customer_id));
  if followed = '{}' then
    return null;
  end if;
  insert into events (type, customer_id, data)
  select 'ticket.changed', t.customer_id, jsonb_build_object('ticketId', t.id)
  from changed o join before b on b.id = o.id join tickets t on t.order_id = o.id
  where (o.order_number, o.order_type, o.product_id, o.job, o.job_number, o.po_number, o.ordered_by, o.ordered_by_phone, o.directions,
      o.lot_or_block, o.usage, o.slump, o.job_address1, o.job_address2)
    is distinct from (b.order_number, b.order_type, b.product_id, b.job, b.job_number, b.po_number, b.ordered_by, b.ordered_by_phone, b.directions,
      b.lot_or_block, b.usage, b.slump, b.job_address1, b.job_address2)
    and t.customer_id = any(followed) order by t.id;
  return null;
end $$;
create trigger order_ticket_events_after_update after update on orders
  referencing new table as changed old table as before for each statement execute function order_ticket_events();

-- The supplier's key of an order, for the events about requests that members make: they cannot read the supplier's records.
create function supplied_order_key(order_id bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
  return (select r.key from supply_records r where r.resource = 'orders' and r.entity_id = order_id limit 1);
revoke execute on function supplied_order_key(bigint) from public;
grant execute on function supplied_order_key(bigint) to yardage_app, yardage_system;
