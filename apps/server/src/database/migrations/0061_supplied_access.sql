-- The access that the supplier's systems last gave to each member. What people change in the portal (a role, disabled, removed) stands until
-- the supplier changes the same thing, so it is compared with this and not with the member.
create table supplied_access (
  data_source text not null,
  key text not null,
  customer_id bigint not null references customers(id),
  email text not null,
  role text not null,
  is_enabled boolean not null,
  primary key (data_source, key)
);
create index supplied_access_customer_id_index on supplied_access (customer_id);
select yardage_wall('supplied_access');
revoke insert, update, delete on supplied_access from yardage_app;

-- The tables' owner sees no rows.
set local role yardage_system;
insert into supplied_access (data_source, key, customer_id, email, role, is_enabled)
select r.data_source, r.key, c.entity_id, r.body->>'email', r.body->>'role', (r.body->>'isEnabled')::boolean
from supply_records r join supply_records c on c.resource = 'customers' and c.data_source = r.data_source and c.key = r.body->>'customerKey'
where r.resource = 'members' and r.state = 'applied' and c.entity_id is not null;
reset role;

-- Documents that a payment of the portal gave free: records that were refused because of it are tried again.
-- A document may be in it twice: the insert must never wait for those who take it, because it belongs to the end of a payment.
create table supply_releases (
  id bigint generated always as identity primary key,
  mark text not null,
  data_source text not null
);
alter table supply_releases enable row level security;
alter table supply_releases force row level security;
create policy everything on supply_releases to yardage_system using (true) with check (true);
grant select, insert, delete on supply_releases to yardage_system;
