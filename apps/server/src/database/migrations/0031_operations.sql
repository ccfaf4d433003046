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

-- Counts of calls that all processes share. They need not survive a crash, so they are not written to the log of the database.
create unlogged table rate_counts (
  bucket text primary key,
  calls integer not null,
  ends_at timestamp (3) with time zone not null
);
grant select, insert, update, delete on rate_counts to yardage_system;

-- yardage_retention: deletes what is old and that nobody else may delete. The policies keep a month in any case, whatever is configured.
do $$
begin
  create role yardage_retention nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant yardage_retention to %I', session_user);
exception when unique_violation then null;
end $$;

grant select, update, delete on audit_log, chat_sessions, chat_messages to yardage_retention;
create policy retention on audit_log to yardage_retention using (at < now() - interval '30 days');
create policy retention on chat_sessions to yardage_retention using (status_id = 3 and modified_at < now() - interval '30 days');
create policy retention on chat_messages to yardage_retention using (sent_at < now() - interval '30 days');

create or replace function audit_log_only_grows() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user = 'yardage_retention' then
    return null;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;
