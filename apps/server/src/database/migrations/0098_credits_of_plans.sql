-- Which credits a planned payment uses, and how much of each was agreed (APY-01, APY-06, APY-07). While the payment can still be made, nobody
-- else can use that much of them.
create table planned_payment_credits (
  planned_payment_id bigint not null references planned_payments(id),
  credit_id bigint not null references credits(id),
  customer_id bigint not null references customers(id),
  amount_cents bigint not null,
  primary key (planned_payment_id, credit_id),
  constraint planned_payment_credit_positive check (amount_cents > 0)
);
create index planned_payment_credits_credit_id_index on planned_payment_credits (credit_id);
select yardage_wall('planned_payment_credits');

-- What credits cover of an invoice. `amount_cents` is the money beside it, so that a version that knows no credits of plans finds more due than
-- was announced, and ends the plan instead of charging all of it.
alter table planned_payment_invoices add column credit_cents bigint not null default 0;

alter table autopay_rules add column uses_credits boolean not null default false;
