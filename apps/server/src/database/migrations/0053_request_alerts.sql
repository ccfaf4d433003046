-- Answers of dispatch to order requests are alerts, like those to support requests (ALR-01). Each step of the timeline happens once, under
-- the lock of its request, so each makes one event. `title` is what a version before this one shows.
create function order_request_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, order_id, job, facts)
  select e.customer_id, 'request-answered:order:' || e.id, 'request-answered', r.order_id, r.job,
    jsonb_build_object('requestId', r.id, 'requestNumber', r.number, 'job', r.job, 'title', r.number || ' ' || r.job,
      'answer', case e.action when 'supply' then 'confirm' else e.action end)
  from changed e join order_requests r on r.id = e.request_id
  where e.action in ('confirm', 'propose', 'decline', 'supply', 'expire') and is_followed(e.customer_id, 'request-answered', r.order_id, r.job)
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger order_request_alerts_after_insert after insert on order_request_events
  referencing new table as changed for each statement execute function order_request_alerts();
