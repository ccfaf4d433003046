-- A deferrable constraint is checked at the end of a statement, not row by row: records of one batch may hand their numbers to each other.
alter table plants drop constraint plants_data_source_id_number_unique,
  add constraint plants_data_source_id_number_unique unique using index plants_number_of_batch deferrable initially immediate;
alter table products drop constraint products_data_source_id_number_unique,
  add constraint products_data_source_id_number_unique unique using index products_number_of_batch deferrable initially immediate;
alter table trucks drop constraint trucks_data_source_id_number_unique,
  add constraint trucks_data_source_id_number_unique unique using index trucks_number_of_batch deferrable initially immediate;
alter table customers drop constraint customers_data_source_id_customer_number_unique,
  add constraint customers_data_source_id_customer_number_unique unique using index customers_number_of_batch deferrable initially immediate,
  drop constraint customers_global_customer_number_unique,
  add constraint customers_global_customer_number_unique unique using index customers_global_number_of_batch deferrable initially immediate;
alter table quotes drop constraint quotes_customer_id_quote_number_unique,
  add constraint quotes_customer_id_quote_number_unique unique using index quotes_number_of_batch deferrable initially immediate;
alter table invoices drop constraint invoices_customer_id_document_number_unique,
  add constraint invoices_customer_id_document_number_unique unique using index invoices_number_of_batch deferrable initially immediate;
alter table credits drop constraint credits_customer_id_document_number_key,
  add constraint credits_customer_id_document_number_key unique using index credits_number_of_batch deferrable initially immediate;
alter table payments drop constraint payments_cart_id_unique,
  add constraint payments_cart_id_unique unique using index payments_number_of_batch deferrable initially immediate;
