-- What was ticketed when the final balance was asked for (REQ-03); null for other requests, and for those of earlier versions.
alter table order_requests add column ticketed_quantity numeric(12, 2);
