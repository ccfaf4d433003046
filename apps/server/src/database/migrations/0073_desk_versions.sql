-- Counted up by each change, so that nobody overwrites what a colleague has just written.
alter table payment_reviews add column version integer not null default 1;
alter table support_tickets add column version integer not null default 1;

-- The sentence around the processor's status is made when it is shown, in the reader's language.
update payment_reviews set detail = substr(detail, length('The processor says: ') + 1)
where reason = 'disagreed' and starts_with(detail, 'The processor says: ');
