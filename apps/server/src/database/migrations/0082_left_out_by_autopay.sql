-- A rule of autopay makes one payment a day. What does not fit under its limits is a plan of the same day that has ended at once, so that it
-- is told and not tried again.
drop index planned_payments_rule_day;
create unique index planned_payments_rule_day on planned_payments (rule_id, run_on)
  where rule_id is not null and end_reason is distinct from 'over-cap';
create unique index planned_payments_left_out on planned_payments (rule_id, run_on) where rule_id is not null and end_reason = 'over-cap';
