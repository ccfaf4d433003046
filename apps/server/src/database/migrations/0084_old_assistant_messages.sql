-- concurrently
-- Retention finds what is old without reading the whole table.
create index concurrently if not exists assistant_messages_created_index on assistant_messages (created_at);
