-- A rotation during the grace period of the one before: secrets that are older than the previous one stay valid until their own grace ends.
-- Lists of { hash, until } and of { version, until }.
alter table service_keys add column older_secrets jsonb not null default '[]';
alter table webhook_endpoints add column older_secrets jsonb not null default '[]';
