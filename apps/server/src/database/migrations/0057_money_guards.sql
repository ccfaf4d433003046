-- An invoice, credit or payment stays with its customer: its ledger entries, and with them statements that were issued, are of that customer.
create function document_keeps_customer() returns trigger
  language plpgsql as $$
begin
  raise exception '% % stays with its customer', tg_table_name, old.id using errcode = 'check_violation', constraint = 'document_keeps_customer';
end $$;
create trigger document_keeps_customer before update of customer_id on invoices for each row
  when (old.customer_id <> new.customer_id) execute function document_keeps_customer();
create trigger document_keeps_customer before update of customer_id on credits for each row
  when (old.customer_id <> new.customer_id) execute function document_keeps_customer();
create trigger document_keeps_customer before update of customer_id on payments for each row
  when (old.customer_id <> new.customer_id) execute function document_keeps_customer();

-- As in 0039, but a payment that was made and came back later was no failed try, as in 0035.
create or replace function yardage_payment_tries(since timestamp with time zone, not_reached_code integer)
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
      select 'account', p.* from payments p where p.customer_id = account and p.started_at > since and p.idempotency_key is not null),
    counted as (
      select tried.who, tried.payment_result = 0 as is_failed, tried.settled_at as ended_at from tried
      where tried.payment_result = 0 and tried.result_code <> not_reached_code and tried.charged_cents is null
        or tried.payment_result = 2 and (tried.answered_at is null
          or tried.method = 'CreditCard' and tried.started_at > now() - interval '15 minutes')
      union all
      select who, coalesce(t.is_refused, false), t.at from (
        select 'user' as who, m.* from method_tries m where m.user_id = caller and m.at > since
        union all
        select 'account', m.* from method_tries m where m.customer_id = account and m.at > since) t
      where t.is_refused or (t.is_refused is null and t.at > now() - interval '1 minute'))
    select counted.who,
      count(*) filter (where counted.is_failed),
      max(counted.ended_at) filter (where counted.is_failed),
      count(*) filter (where not counted.is_failed)
    from counted group by counted.who;
end $$;

-- What was signed can be deleted only of test data sources, by the role that forgets (0031), when their data is purged.
grant select on customers, data_sources to yardage_retention;
grant select, delete on ticket_sign_offs, ticket_sign_off_photos to yardage_retention;
create policy retention on customers for select to yardage_retention using (true);
create policy retention on ticket_sign_offs to yardage_retention
  using (exists (select from customers c join data_sources d on d.id = c.data_source_id where c.id = customer_id and d.is_test));
create policy retention on ticket_sign_off_photos to yardage_retention
  using (exists (select from customers c join data_sources d on d.id = c.data_source_id where c.id = customer_id and d.is_test));
create or replace function sign_offs_only_grow() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user = 'yardage_retention' then
    return null;
  end if;
  raise exception 'sign-offs only grow' using errcode = 'insufficient_privilege';
end $$;
