-- Since when the server takes a mail only later, while it answers: such a mail is given up after some days. Null if it was not tried yet, or
-- if the server was away.
alter table outgoing_mails add column deferred_since timestamp (3) with time zone;
