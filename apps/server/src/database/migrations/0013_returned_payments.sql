-- A payment that came back keeps the day from which it had counted: statements of the days between stay as they were.
alter table payments add column returned_at timestamp (3) with time zone;
create index payments_returned_index on payments (customer_id, returned_at) where returned_at is not null;
