-- Since when a chat waits for a dispatcher: its start, or the last time that one handed it back.
alter table chat_sessions add column pending_since timestamp (3) with time zone default now() not null;
-- The tables' owner sees no rows.
set local role yardage_system;
update chat_sessions set pending_since = started_at where status_id = 1;
reset role;
