-- concurrently
-- What is old is found without reading whole tables.
create index concurrently if not exists audit_log_at_index on audit_log (at);
create index concurrently if not exists outgoing_mails_created_at_index on outgoing_mails (created_at);
create index concurrently if not exists chat_sessions_modified_at_index on chat_sessions (modified_at);
create index concurrently if not exists events_created_at_index on events (created_at);
create index concurrently if not exists payment_attempts_created_at_index on payment_attempts (created_at);
create index concurrently if not exists members_decided_at_index on members (decided_at) where status_id = 3;
