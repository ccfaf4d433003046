-- The row of a mail is its place in the queue: when it is due, how often it was tried, whether somebody was alerted.
-- Processes of the version before this one set none of these columns and send their own mails by a job. The default of a minute lets
-- them do so; what they leave is taken up afterwards.
alter table outgoing_mails
  add column attempts integer not null default 0,
  add column next_try_at timestamp (3) with time zone not null default now() + interval '1 minute',
  add column queued_at timestamp (3) with time zone not null default now(),
  add column alerted_at timestamp (3) with time zone,
  -- Recipients that the server refused while it accepted others; a repeat goes to them only.
  add column refused_addresses text[];

create index outgoing_mails_due_index on outgoing_mails (next_try_at) where state = 'queued';
-- The desk's list: all mails, or those of a state, newest first.
create index outgoing_mails_created_at_id_index on outgoing_mails (created_at, id);
create index outgoing_mails_state_created_at_id_index on outgoing_mails (state, created_at, id);
drop index outgoing_mails_state_index;
