-- A browser names each attempt to pay before it sends it, so that it can ask later what became of it.
-- An attempt without a payment was given up: an initiation that arrives under its name afterwards is refused.
create table payment_attempts (
  customer_id bigint not null references customers(id),
  reference uuid not null,
  payment_id bigint references payments(id),
  created_at timestamp (3) with time zone default now() not null,
  primary key (customer_id, reference)
);
create index payment_attempts_payment_id_index on payment_attempts (payment_id);
select yardage_wall('payment_attempts');

-- When the call to the processor was over, with or without a result; until then the payment is under way.
alter table payments add column answered_at timestamp (3) with time zone;
create index payments_requested_by_index on payments (requested_by, started_at) where idempotency_key is not null;

-- How many payments of the caller, at whichever customer number, and of the customer number, by whomever, failed or are under way since a moment.
-- The caller's other customer numbers are behind the wall, so only the counts come out. Whoever asks holds both locks until the transaction
-- ends: of several payments at once, each counts those before it. A payment that did not reach the processor does not count. A card that the
-- processor left pending counts as under way for a quarter of an hour, because it may still be declined; an e-check takes days.
create function yardage_payment_tries(since timestamp with time zone, not_reached_code integer)
  returns table (subject text, failed bigint, last_failed_at timestamp with time zone, under_way bigint)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  caller bigint := nullif(current_setting('yardage.user_id', true), '')::bigint;
  account bigint := nullif(current_setting('yardage.customer_id', true), '')::bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('payments of user ' || caller, 3));
  perform pg_advisory_xact_lock(hashtextextended('payments of account ' || account, 3));
  return query
    with tried as (
      select 'user' as who, p.* from payments p where p.requested_by = caller and p.started_at > since and p.idempotency_key is not null
      union all
      select 'account', p.* from payments p where p.customer_id = account and p.started_at > since and p.idempotency_key is not null)
    select tried.who,
      count(*) filter (where tried.payment_result = 0),
      max(tried.settled_at) filter (where tried.payment_result = 0),
      count(*) filter (where tried.payment_result = 2)
    from tried
    where tried.payment_result = 0 and tried.result_code <> not_reached_code
      or tried.payment_result = 2 and (tried.answered_at is null
        or tried.method = 'CreditCard' and tried.started_at > now() - interval '15 minutes')
    group by tried.who;
end $$;
revoke all on function yardage_payment_tries(timestamp with time zone, integer) from public;
grant execute on function yardage_payment_tries(timestamp with time zone, integer) to yardage_app;
