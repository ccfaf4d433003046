-- concurrently
-- Retention deletes old tries by their time.
create index concurrently if not exists method_tries_at_index on method_tries (at);
