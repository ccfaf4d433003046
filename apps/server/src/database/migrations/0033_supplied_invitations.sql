-- Members that the supplier's systems send are invited by mail, once. `withheld`: they asked for no mail, or the access is not enabled yet.
-- `none`: the portal itself invites, or the member is older than this migration.
alter table members add column invitation text not null default 'none';
alter table members add constraint members_invitation_known check (invitation in ('none', 'withheld', 'due', 'sent'));
create index members_invitation_due_index on members (id) where invitation = 'due';
