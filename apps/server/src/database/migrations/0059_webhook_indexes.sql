-- concurrently
-- The next messages of each webhook.
create index concurrently if not exists webhook_deliveries_next on webhook_deliveries (endpoint_id, next_attempt_at, id) where state = 'waiting';
-- Messages that are too old to keep.
create index concurrently if not exists webhook_deliveries_created on webhook_deliveries (created_at);
