-- The newest quotes come from the index in their order, ties included.
drop index quotes_customer_id_quote_date_index;
create index quotes_customer_id_quote_date_id_index on quotes (customer_id, quote_date, id);
