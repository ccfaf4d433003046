-- Writes that were executed under a key of their caller, for a day. The row commits with the write; `answer` follows as soon as it is known.
-- Answers contain customer data. No member can read this table: they only insert, and the server reads as the system.
create table idempotency_keys (
  caller_id bigint not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  answer text,
  created_at timestamp (3) with time zone default now() not null,
  primary key (caller_id, endpoint, key)
);
create index idempotency_keys_created_at_index on idempotency_keys (created_at);
grant insert on idempotency_keys to yardage_app;
grant select, insert, update, delete on idempotency_keys to yardage_system;
