-- concurrently
-- Applications of the supplier's system (no cart) and of each cart are different ones.
create unique index concurrently if not exists payment_invoices_one_standing_use on payment_invoices (credit_id, invoice_id, coalesce(cart_payment_id, 0)) where payment_result <> 0 and credit_id is not null;
create index concurrently if not exists payment_invoices_cart_payment_index on payment_invoices (cart_payment_id) where cart_payment_id is not null;
-- Like payments_list_index, with the amounts that the sums of the history need now.
create index concurrently if not exists payments_history_index on payments (customer_id, started_at, id) include (payment_result, amount_cents, discount_cents, on_account_cents, credit_cents, charged_cents, returned_at);
