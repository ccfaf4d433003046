-- What the portal itself writes into a chat is also stored by name, so that each reader gets it in their own language. Older messages keep
-- the text that they have.
alter table chat_messages add column line jsonb;
alter table chat_sessions add column last_line jsonb;
