-- Paying: what a payment was for, and when somebody has to ask the processor how it ended.
alter table payments
  add column content_hash text,
  add column resolve_after timestamp (3) with time zone,
  add column resolve_tries integer default 0 not null;

-- The payments that wait for an answer; the completer looks here every few seconds.
create index payments_unresolved on payments (resolve_after) where payment_result = 2 and resolve_after is not null;
-- The processor's notifications name a payment by the processor's id.
create index payments_payment_id on payments (payment_id) where payment_id is not null;
create index payments_content on payments (customer_id, content_hash) where content_hash is not null;
create index payment_invoices_invoice on payment_invoices (invoice_id);
