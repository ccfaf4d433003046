-- As in 0019, but a load that is over keeps no truck: it finished two hours ago or its ticket is a day old, and no event said that the
-- truck left. Otherwise its truck had no position for the customer of the next load until that was loaded. `IS_LOAD_ACTIVE` is the same.
create or replace function yardage_load_follows_tickets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update truck_positions set ticket_id = carried.ticket_id, customer_id = carried.customer_id
  from (
    select touched.truck_id, newest.id as ticket_id, newest.customer_id
    from (select distinct truck_id from changed where truck_id is not null) as touched
    left join lateral (
      select t.id, t.customer_id from tickets t where t.truck_id = touched.truck_id and t.leave_job_at is null and not t.is_cancelled
        and t.ticketed_at > now() - interval '24 hours'
        and (t.status_id < 6 or coalesce(t.finished_at > now() - interval '2 hours', true))
      order by t.status_id > 1 desc, t.ticketed_at desc, t.id desc limit 1
    ) as newest on true
  ) as carried
  where truck_positions.truck_id = carried.truck_id
    and (truck_positions.ticket_id, truck_positions.customer_id) is distinct from (carried.ticket_id, carried.customer_id);
  return null;
end $$;
