-- When somebody last signed in: the time of the first token of a session that the portal saw.
alter table users add column last_sign_in_at timestamp (3) with time zone;

-- Sign-ins that staff detached from a user. They are not linked to the same user again by their address.
create table detached_sign_ins (
  user_id bigint not null references users (id),
  subject text not null,
  detached_at timestamp (3) with time zone default now() not null,
  detached_by bigint references users (id),
  primary key (user_id, subject)
);

-- A staff member who sees the portal as a user, read only. It works only together with a token of that staff member.
create table view_sessions (
  id uuid primary key,
  staff_id bigint not null references users (id),
  user_id bigint not null references users (id),
  started_at timestamp (3) with time zone default now() not null,
  expires_at timestamp (3) with time zone not null,
  ended_at timestamp (3) with time zone,
  request_id text not null
);
create index view_sessions_open_index on view_sessions (expires_at) where ended_at is null;
create index view_sessions_staff_index on view_sessions (staff_id) where ended_at is null;
create index view_sessions_user_index on view_sessions (user_id);

grant select, insert, update, delete on detached_sign_ins, view_sessions to yardage_system;

-- The words of a customer's names and numbers, for the search at the desk: every word that is typed is the beginning of one of them.
create function yardage_customer_words(display_name text, company_name text, customer_number text, global_customer_number text, city text)
  returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', regexp_replace(
    lower(display_name || ' ' || company_name || ' ' || customer_number || ' ' || global_customer_number || ' ' || city),
    '[^[:alnum:]]+', ' ', 'g'));
create index customers_words_index on customers
  using gin (yardage_customer_words(display_name, company_name, customer_number, global_customer_number, city));
create index customers_name_index on customers (lower(display_name), id);
create index customers_since_index on customers (since, id);

-- Announcements written at the desk. The supplier's systems never touch them, and the desk never changes those of the systems. One for
-- several data sources names all of them; `data_source_id` is then the first, which is what the version before this one reads.
alter table announcements add column is_of_desk boolean default false not null;
alter table announcements add column data_source_ids integer[];
alter table announcements add column updated_by bigint references users (id);
alter table announcements add column updated_at timestamp (3) with time zone;

-- Contacts written at the desk: for one customer, before what the supplier's systems say; or for all customers of a data source for whom
-- the systems name nobody.
create table customer_desk_contacts (
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('account-rep', 'sales-rep', 'regional-manager')),
  name text not null,
  email text not null,
  phone text not null,
  updated_by bigint references users (id),
  updated_at timestamp (3) with time zone default now() not null,
  primary key (customer_id, kind)
);
select yardage_wall('customer_desk_contacts');
revoke insert, update, delete on customer_desk_contacts from yardage_app;
create table data_source_contacts (
  data_source_id integer not null references data_sources (id),
  kind text not null check (kind in ('account-rep', 'sales-rep', 'regional-manager')),
  name text not null,
  email text not null,
  phone text not null,
  updated_by bigint references users (id),
  updated_at timestamp (3) with time zone default now() not null,
  primary key (data_source_id, kind)
);
grant select on data_source_contacts to yardage_app;
grant select, insert, update, delete on data_source_contacts to yardage_system;

-- The branding that is edited at the desk; one row at most. What it leaves out comes from the configuration.
create table desk_branding (
  id boolean primary key default true check (id),
  settings jsonb not null,
  logo bytea,
  logo_type text,
  -- A new one with every change, so that processes and browsers notice it.
  version text not null,
  updated_by bigint references users (id),
  updated_at timestamp (3) with time zone default now() not null
);
grant select, insert, update, delete on desk_branding to yardage_system;
