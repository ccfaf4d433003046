-- As in 0116, but a truck that a ticket no longer names gets its other load back, too. Otherwise the position of that truck belonged to the
-- corrected ticket, and the customer of its other load saw none until an event of that load.
create or replace function yardage_load_follows_tickets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct truck_id) into touched from changed where truck_id is not null;
  else
    select array_agg(truck_id) into touched from (select truck_id from changed union select truck_id from before) t where truck_id is not null;
  end if;
  update truck_positions set ticket_id = carried.ticket_id, customer_id = carried.customer_id
  from (
    select truck.id as truck_id, newest.id as ticket_id, newest.customer_id
    from unnest(touched) as truck (id)
    left join lateral (
      select t.id, t.customer_id from tickets t where t.truck_id = truck.id and t.leave_job_at is null and not t.is_cancelled
        and t.ticketed_at > now() - interval '24 hours'
        and (t.status_id < 6 or coalesce(t.finished_at > now() - interval '2 hours', true))
      order by t.status_id > 1 desc, t.ticketed_at desc, t.id desc limit 1
    ) as newest on true
  ) as carried
  where truck_positions.truck_id = carried.truck_id
    and (truck_positions.ticket_id, truck_positions.customer_id) is distinct from (carried.ticket_id, carried.customer_id);
  return null;
end $$;
create or replace trigger truck_load_after_update after update on tickets
  referencing old table as before new table as changed for each statement execute function yardage_load_follows_tickets();
