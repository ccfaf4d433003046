-- The users table is out of the members' reach. Whoever adds a person or corrects their name at their only customer names the user, too. A
-- customer names nobody who also belongs to another customer, and no staff.
create function yardage_name_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users u set first_name = new.first_name, last_name = new.last_name
  where u.id = new.user_id and not u.is_staff and (u.first_name, u.last_name) is distinct from (new.first_name, new.last_name)
    and not exists (
      select from members other where other.user_id = new.user_id and other.status_id = 2 and other.customer_id is distinct from new.customer_id);
  return null;
end $$;
-- 2: an approved member.
create trigger member_names_user after insert or update of user_id, status_id, first_name, last_name on members for each row
  when (new.user_id is not null and new.status_id = 2 and new.first_name || new.last_name <> '') execute function yardage_name_user();

-- Names that were corrected before.
set local role yardage_system;
update users u set first_name = m.first_name, last_name = m.last_name
from members m
where m.user_id = u.id and m.status_id = 2 and m.first_name || m.last_name <> '' and not u.is_staff
  and (u.first_name, u.last_name) is distinct from (m.first_name, m.last_name)
  and not exists (
    select from members other where other.user_id = u.id and other.status_id = 2 and other.customer_id is distinct from m.customer_id);
reset role;
