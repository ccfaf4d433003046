-- Where trucks are and when they arrive.

-- The last fix of each truck, and for whom the truck is under way: the wall follows the load, so that a truck that takes its next one
-- for somebody else is out of sight at once.
create table truck_positions (
  truck_id bigint primary key references trucks(id),
  customer_id bigint references customers(id),
  ticket_id bigint references tickets(id),
  latitude numeric(9, 6) not null,
  longitude numeric(9, 6) not null,
  heading real not null,
  speed_mph real not null,
  has_power boolean not null,
  recorded_at timestamp (3) with time zone not null
);
create index truck_positions_customer_id_index on truck_positions (customer_id);
select yardage_wall('truck_positions');
revoke insert, update, delete on truck_positions from yardage_app;

-- The fixes of the last minutes, from which a truck's recent speed follows; no customer reads them.
create table truck_fixes (
  truck_id bigint not null references trucks(id),
  recorded_at timestamp (3) with time zone not null,
  speed_mph real not null,
  primary key (truck_id, recorded_at)
);
create index truck_fixes_recorded_at_index on truck_fixes (recorded_at);
grant select, insert, update, delete on truck_fixes to yardage_system;

-- The way of each truck to its job and when it is expected there, kept for all nodes: the router is asked once in five minutes a truck.
create table truck_etas (
  truck_id bigint primary key references trucks(id),
  customer_id bigint not null references customers(id),
  ticket_id bigint not null references tickets(id),
  asked_at timestamp (3) with time zone not null,
  calculated_at timestamp (3) with time zone,
  estimated_at timestamp (3) with time zone,
  earliest_at timestamp (3) with time zone,
  latest_at timestamp (3) with time zone,
  route jsonb
);
create index truck_etas_customer_id_index on truck_etas (customer_id);
select yardage_wall('truck_etas');
revoke insert, update, delete on truck_etas from yardage_app;

-- The loads under way are few among all tickets.
create index tickets_under_way_index on tickets (customer_id, ticketed_at) where leave_job_at is null;
create index tickets_truck_under_way_index on tickets (truck_id, ticketed_at) where leave_job_at is null and truck_id is not null;

-- Whether a ticket can be followed is told by the board's own rule, and stored nowhere.
alter table tickets drop column is_streaming_available;

-- A truck carries the newest of the loads that it has and has not left yet; one that is only ticketed waits for it at the plant.
create function yardage_load_follows_tickets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update truck_positions set ticket_id = carried.ticket_id, customer_id = carried.customer_id
  from (
    select touched.truck_id, newest.id as ticket_id, newest.customer_id
    from (select distinct truck_id from changed where truck_id is not null) as touched
    left join lateral (
      select t.id, t.customer_id from tickets t where t.truck_id = touched.truck_id and t.leave_job_at is null
      order by t.status_id > 1 desc, t.ticketed_at desc, t.id desc limit 1
    ) as newest on true
  ) as carried
  where truck_positions.truck_id = carried.truck_id
    and (truck_positions.ticket_id, truck_positions.customer_id) is distinct from (carried.ticket_id, carried.customer_id);
  return null;
end $$;
revoke all on function yardage_load_follows_tickets() from public;
create trigger truck_load_after_insert after insert on tickets
  referencing new table as changed for each statement execute function yardage_load_follows_tickets();
create trigger truck_load_after_update after update on tickets
  referencing new table as changed for each statement execute function yardage_load_follows_tickets();
