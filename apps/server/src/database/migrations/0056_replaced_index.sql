-- tickets_delivery_index begins with the same columns and holds all that this one did.
drop index tickets_order_id_customer_id_status_id_quantity_index;
