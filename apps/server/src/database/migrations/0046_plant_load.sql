-- concurrently
-- The orders of a plant on a day, for its load by hour at the desk.
create index concurrently if not exists orders_plant_day_index on orders (plant_id, ship_date);
