-- The role of a staff member decides what they may do at the desk. Whoever was staff before roles existed may do everything.
-- `is_staff` stays the switch, because the version before this one reads and writes only that.
alter table users add column staff_role text;
update users set staff_role = 'Administrator' where is_staff;
alter table users add constraint users_staff_role_known check (staff_role in ('Dispatcher', 'Credit', 'Administrator'));
create index users_staff_index on users (email) where is_staff;
