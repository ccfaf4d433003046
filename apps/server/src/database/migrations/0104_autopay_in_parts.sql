-- What a rule of autopay pays on a day is divided into several payments if it is more than one payment takes.
alter table planned_payments add column part smallint not null default 1;
drop index planned_payments_rule_day;
create unique index planned_payments_rule_day on planned_payments (rule_id, run_on, part)
  where rule_id is not null and end_reason is distinct from 'over-cap';
