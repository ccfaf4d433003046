-- concurrently
-- Every sum of deliveries asks which loads were rejected. Few are, so a small index answers it.
create index concurrently if not exists ticket_sign_offs_rejected_index on ticket_sign_offs (ticket_id) where is_rejected;
-- The quantities of an order's tickets, read from the index alone. It also has the id, by which rejected loads are left out.
create index concurrently if not exists tickets_sums_index
  on tickets (order_id, customer_id) include (id, status_id, quantity, is_cancelled, ticketed_at);
