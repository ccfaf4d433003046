-- A search compares small letters with small letters instead of turning every text of every row at every search.
alter table orders add column search_text text not null generated always as
  (lower(order_number || chr(10) || job || chr(10) || job_address1 || chr(10) || coalesce(job_address2, ''))) stored;

-- The list's own index holds what a search of tickets asks of each: it reads the index alone, in the order of the list.
drop index tickets_customer_id_ticketed_at_id_index;
create index tickets_list_index on tickets (customer_id, ticketed_at, id) include (order_id, truck_id, invoice_id, ticket_number);
