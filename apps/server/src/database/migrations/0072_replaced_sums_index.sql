-- tickets_sums_index begins with the same columns and holds all that this one did.
drop index tickets_delivery_index;
