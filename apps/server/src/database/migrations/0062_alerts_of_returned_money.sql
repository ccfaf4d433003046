-- An alert for each time that money of a payment goes back, with the amount that went back. It was one alert per payment, and only once all of
-- its money was back.
create function payment_return_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, facts)
  select r.customer_id, 'money-returned:' || r.id, 'payment-returned', jsonb_build_object('payment', p.cart_id, 'cents', r.amount_cents)
  from changed r join payments p on p.id = r.payment_id
  where r.kind in ('refunded', 'disputed') and is_followed(r.customer_id, 'payment-returned', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
create trigger payment_return_alerts_after_insert after insert on payment_returns
  referencing new table as changed for each statement execute function payment_return_alerts();

-- As in 0048, but only for payments that come back at once: those of the supplier's books, and e-checks that the bank did not honor. A refund
-- or a dispute changes the sums of the payment and has a row of its own.
create or replace function payment_alerts() returns trigger
  language plpgsql as $$
begin
  if not exists (select from alert_follows) then return null; end if;
  insert into alert_events (customer_id, key, type, facts)
  select p.customer_id, 'payment-returned:' || p.id, 'payment-returned', jsonb_build_object('payment', p.cart_id, 'cents', p.amount_cents)
  from changed p join before b on b.id = p.id
  where p.returned_at is not null and b.returned_at is null
    and (p.refunded_cents, p.disputed_cents) is not distinct from (b.refunded_cents, b.disputed_cents)
    and is_followed(p.customer_id, 'payment-returned', null, null)
  on conflict (customer_id, key) do nothing;
  return null;
end $$;
