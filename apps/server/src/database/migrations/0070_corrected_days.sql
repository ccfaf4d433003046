-- A corrected day of a payment or credit reaches the journal, as that of an invoice does (FED-05, FED-14).

-- As in 0035, but a payment from outside that has another day is taken back on the old one and posted on the new one.
create or replace function payment_change_enters_ledger() returns trigger
  language plpgsql as $$
declare
  was bigint := case when old.payment_result = 1 then -old.amount_cents else 0 end;
  becomes bigint := case when new.payment_result = 1 then -new.amount_cents else 0 end;
  was_on date := coalesce(old.received_on, ledger_day(old.customer_id, coalesce(old.settled_at, old.started_at)));
  settled_on date := coalesce(new.received_on, ledger_day(new.customer_id, coalesce(new.settled_at, new.started_at)));
  returned_on date := ledger_day(new.customer_id, coalesce(new.returned_at, now()));
  came_back boolean := new.charged_cents is not null and old.payment_result <> 2;
begin
  perform ledger_before_closing();
  if was <> 0 and new.received_on is distinct from old.received_on then
    insert into ledger_entries (customer_id, posted_on, kind, payment_id, account_cents)
    values (new.customer_id, ledger_posting_day(new.customer_id, was_on), 'payment-corrected', new.id, -was),
      (new.customer_id, ledger_posting_day(new.customer_id, settled_on), 'payment-corrected', new.id, case when becomes = 0 then was else becomes end);
    was := case when becomes = 0 then was else becomes end;
  end if;
  if was <> becomes then
    insert into ledger_entries (customer_id, posted_on, kind, payment_id, account_cents)
    select new.customer_id, ledger_posting_day(new.customer_id, change.day), change.kind, new.id, becomes - was
    from (select case when becomes = 0 or (came_back and becomes > was) then 'payment-returned' when was = 0 and not came_back then 'payment'
          else 'payment-corrected' end as kind,
        case when becomes = 0 then returned_on when was = 0 and not came_back then settled_on else ledger_day(new.customer_id, now()) end as day
      ) as change;
  end if;
  if old.payment_result <> 0 and new.payment_result <> old.payment_result then
    update payment_invoices set payment_result = new.payment_result,
      applied_on = case when new.payment_result = 1 then settled_on else applied_on end,
      reversed_on = case when old.payment_result = 1 then returned_on end
    where (payment_id = new.id or (cart_payment_id = new.id and old.payment_result = 2)) and payment_result = old.payment_result;
  end if;
  return null;
end $$;
create or replace trigger payment_change_enters_ledger after update on payments for each row
  when ((old.payment_result, old.amount_cents, old.received_on) is distinct from (new.payment_result, new.amount_cents, new.received_on))
  execute function payment_change_enters_ledger();

-- As in 0021, but a credit that has another day is taken back on the old one and posted on the new one.
create or replace function credit_change_enters_ledger() returns trigger
  language plpgsql as $$
begin
  perform ledger_before_closing();
  if new.voided_on is not null then
    if old.voided_on is null then
      insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
      values (new.customer_id, ledger_posting_day(new.customer_id, greatest(new.voided_on, old.document_date)), 'credit-voided', new.id,
        old.total_cents);
    end if;
  elsif new.document_date <> old.document_date then
    insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
    values (new.customer_id, ledger_posting_day(new.customer_id, old.document_date), 'credit-corrected', new.id, old.total_cents),
      (new.customer_id, ledger_posting_day(new.customer_id, new.document_date), 'credit-corrected', new.id, -new.total_cents);
  else
    insert into ledger_entries (customer_id, posted_on, kind, credit_id, account_cents)
    values (new.customer_id,
      ledger_posting_day(new.customer_id, greatest(ledger_day(new.customer_id, new.revised_at), new.document_date)),
      'credit-corrected', new.id, old.total_cents - new.total_cents);
  end if;
  return null;
end $$;
