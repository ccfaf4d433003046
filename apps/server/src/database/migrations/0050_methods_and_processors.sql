-- Where a method was saved, and the only place where it is charged. Null, as older versions write it, means the configured processor.
-- A bank account may have to be verified by its owner before it can be charged (APY-05).
alter table saved_methods
  add column processor text,
  add column proof text,
  add column proof_tries integer not null default 0,
  add column proof_failed_at timestamp (3) with time zone,
  add constraint saved_method_proof_known check (proof in ('amounts', 'code'));
-- The tokens of the two processors differ in their first letters.
update saved_methods set processor = case when token like 'cus\_%' then 'stripe' else 'sandbox' end where token like 'cus\_%' or token like 'M%';
