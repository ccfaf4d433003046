-- As in 0062, and also for an e-check that the bank returns before it settled. Such a payment has no returned_at, because no money came back.
create or replace function payment_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, facts)
  select p.customer_id, 'payment-returned:' || p.id, 'payment-returned', jsonb_build_object('payment', p.cart_id, 'cents', p.amount_cents)
  from changed p join before b on b.id = p.id
  where (p.returned_at is not null and b.returned_at is null or p.result_code = 200300 and b.result_code is distinct from 200300)
    and (p.refunded_cents, p.disputed_cents) is not distinct from (b.refunded_cents, b.disputed_cents)
    and is_followed(p.customer_id, 'payment-returned', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
