-- The last place in the feed of events that was ever given. Events are deleted by retention and purges; their places are never given again,
-- because readers and webhooks go on after the last place that they saw.
create table event_feed (
  id boolean primary key default true check (id),
  last_position bigint not null
);
grant select, update on event_feed to yardage_system;
-- Each event took one number of the sequence and one place, so no place was above the sequence.
insert into event_feed (last_position) select last_value from events_sequence_seq;

-- When the supplier last changed the lines of a ticket, so that such a change is one of the ticket (`ticket_events`).
alter table tickets add column revised_at timestamp (3) with time zone;
