-- Counted up by each change, so that nobody overwrites what a colleague has just written.
alter table payment_reviews add column version integer not null default 1;
alter table support_tickets add column version integer not null default 1;
