-- The roles and logins of an installation. Run it once as a superuser, before the first migration and before a restore:
--   psql -X --dbname=ADMIN_URL --file=ops/logins.sql
-- Then give the three logins passwords (\password yardage_owner) or another way to authenticate. Running it again changes nothing.

\set ON_ERROR_STOP on
set client_min_messages = warning;

-- Roles without login, which the application acts in. The migrations would create them; a restore needs them first.
select format('create role %I nologin', name)
from unnest(array['yardage_app', 'yardage_system', 'yardage_jobs', 'yardage_retention']) as name
where not exists (select from pg_roles where rolname = name) \gexec

-- Owns the tables and runs the migrations (DATABASE_OWNER_URL).
select 'create role yardage_owner login createrole' where not exists (select from pg_roles where rolname = 'yardage_owner') \gexec
-- Serves (DATABASE_URL). It owns nothing and has no rights of its own.
select 'create role yardage_runtime login noinherit' where not exists (select from pg_roles where rolname = 'yardage_runtime') \gexec
-- Reads everything for backups. Without BYPASSRLS pg_dump stops, because row security is forced on everybody else.
select 'create role yardage_backup login bypassrls' where not exists (select from pg_roles where rolname = 'yardage_backup') \gexec

grant yardage_app, yardage_system, yardage_jobs, yardage_retention to yardage_owner with admin option;
grant yardage_app, yardage_system, yardage_jobs, yardage_retention to yardage_runtime;
grant pg_read_all_data to yardage_backup;
