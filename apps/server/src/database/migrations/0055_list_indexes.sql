-- concurrently
-- The quantities of an order's tickets, read from the index alone.
create index concurrently if not exists tickets_delivery_index
  on tickets (order_id, customer_id) include (status_id, quantity, is_cancelled, ticketed_at);
-- The addresses of a customer's jobs, for the address search.
create index concurrently if not exists orders_addresses_index on orders (customer_id, job_address1, job_address2);
-- Whether any order is still in a known street. The expressions are those of yardage_keep_streets.
create index concurrently if not exists orders_street_index on orders
  (regexp_replace(job_address1, '^[0-9]+[A-Za-z]? +', ''), substring(job_address2 from '^(.+, [A-Z]{2} [0-9]{5})'));
