-- Sign-ins that ended before their tokens ran out. A token of such a sign-in is refused if it was issued no later than `ended_at`; once all of them
-- have run out the row can go.
create table ended_sessions (
  key text primary key,
  ended_at timestamp (3) with time zone not null,
  expires_at timestamp (3) with time zone not null
);
create index ended_sessions_expires_at_index on ended_sessions (expires_at);
grant select, insert, update, delete on ended_sessions to yardage_system;

-- How many mails of the portal's own went to a mailbox lately; `name+anything@` is the same mailbox as `name@`.
create index outgoing_mails_mailbox_index on outgoing_mails (regexp_replace(lower(to_addresses[1]), '\+[^@]*@', '@'), created_at);
