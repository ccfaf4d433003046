-- The file from which a version was read, and how, so that the same file in a corrected reading may replace it (FED-10).
alter table supply_records add column reading text;

-- As in 0023, but a ticket that comes to another customer is a new one for that customer's systems.
create or replace function ticket_events() returns trigger
  language plpgsql as $$
begin
  if not exists (select from webhook_endpoints where customer_id is not null and state <> 'deleted')
    and not exists (select from service_keys where customer_id is not null and revoked_at is null) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into events (type, customer_id, data)
    select 'ticket.issued', t.customer_id, jsonb_build_object('ticketId', t.id) from changed t where has_integration(t.customer_id) order by t.id;
  else
    insert into events (type, customer_id, data)
    select case when t.customer_id = b.customer_id then 'ticket.changed' else 'ticket.issued' end, t.customer_id, jsonb_build_object('ticketId', t.id)
    from changed t join before b on b.id = t.id
    where t is distinct from b and has_integration(t.customer_id) order by t.id;
  end if;
  return null;
end $$;
