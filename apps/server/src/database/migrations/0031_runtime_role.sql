-- yardage_jobs: the queue of background work, the hub's attachments and the list of migrations, and no customer's row. A process whose
-- login does not own the tables runs everything outside a scope as this role.
do $$
begin
  create role yardage_jobs nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant yardage_jobs to %I', session_user);
exception when unique_violation then null;
end $$;

grant select, insert, delete on hub_attachments to yardage_jobs;
grant usage on all sequences in schema public to yardage_jobs;
grant select on schema_migrations to yardage_jobs;

-- The oldest migration that a version must know to run on this schema; none where every earlier version can.
alter table schema_migrations add column oldest text;
