-- The mail that tells a temporary password: while it is valid, a mail about another account tells of none.
alter table sign_in_accounts add column temporary_mail_id bigint;
