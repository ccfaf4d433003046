-- The message that says that a colleague passed the chat to its dispatcher, so that the dispatcher is told until they have read it. Null for
-- a chat that its dispatcher joined.
alter table chat_sessions add column passed_sequence integer;
