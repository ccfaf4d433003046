-- The list indexes also hold the amounts, so that the sums over all rows of a list are read from them, like its total.
drop index invoices_customer_id_document_date_id_index;
create index invoices_list_index on invoices (customer_id, document_date, id)
  include (total_cents, paid_cents, discount_cents, discount_expires_on, due_date);
drop index payments_customer_id_started_at_id_index;
create index payments_list_index on payments (customer_id, started_at, id) include (payment_result, amount_cents, discount_cents);

-- The invoices of a customer that a payment is under way on; there are few at a time.
create index payment_invoices_pending_index on payment_invoices (customer_id, invoice_id) where payment_result = 2;

-- Which mails about their own payments a user gets.
alter table users
  add column mails_payment_receipts boolean not null default true,
  add column mails_payment_returns boolean not null default true;
