-- When the processor was asked for what is recorded of a payment, to the microsecond. An answer to an earlier question counts no more.
alter table payments add column asked_at timestamp with time zone;
