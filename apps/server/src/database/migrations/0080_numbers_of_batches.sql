-- concurrently
-- For the constraints of 0081.
create unique index concurrently if not exists plants_number_of_batch on plants (data_source_id, number);
create unique index concurrently if not exists products_number_of_batch on products (data_source_id, number);
create unique index concurrently if not exists trucks_number_of_batch on trucks (data_source_id, number);
create unique index concurrently if not exists customers_number_of_batch on customers (data_source_id, customer_number);
create unique index concurrently if not exists customers_global_number_of_batch on customers (global_customer_number);
create unique index concurrently if not exists quotes_number_of_batch on quotes (customer_id, quote_number);
create unique index concurrently if not exists invoices_number_of_batch on invoices (customer_id, document_number);
create unique index concurrently if not exists credits_number_of_batch on credits (customer_id, document_number);
create unique index concurrently if not exists payments_number_of_batch on payments (cart_id);
