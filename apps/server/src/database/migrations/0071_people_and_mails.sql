-- Members see neither the mails of other customers nor the users. Each function tells one fact about them and nothing else.

-- How many notices of a kind a mailbox got from all customers in the last day. The mailbox as outgoing_mails_mailbox_index has it.
create function yardage_recent_notices(mailbox text, kind text) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from outgoing_mails
  where regexp_replace(lower(to_addresses[1]), '\+[^@]*@', '@') = mailbox and document_kind = kind and created_at > now() - interval '1 day'
$$;
revoke all on function yardage_recent_notices(text, text) from public;
grant execute on function yardage_recent_notices(text, text) to yardage_app, yardage_system;

-- Whether staff let a user sign in.
create function yardage_is_user_enabled(id bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select u.is_enabled from users u where u.id = $1), false)
$$;
revoke all on function yardage_is_user_enabled(bigint) from public;
grant execute on function yardage_is_user_enabled(bigint) to yardage_app, yardage_system;
