-- Which database this is and when a process last used it, so that a restored one is noticed and nothing goes out of it by itself
-- (decision 69): one row.
create table outgoing_hold (
  id boolean primary key default true check (id),
  database_identity text not null,
  timeline text not null,
  seen_at timestamp (3) with time zone not null,
  held_since timestamp (3) with time zone,
  held_reason text
);
grant select, insert, update on outgoing_hold to yardage_system;

-- The feed of events begins anew with each restore: places above `begins_after` mean other events than in the history before.
create table feed_histories (
  number integer primary key generated always as identity,
  name text not null unique,
  begins_after bigint not null
);
grant select, insert on feed_histories to yardage_system;
insert into feed_histories (name, begins_after) values ('first', 0);
