-- Aggregate and block can be requested, too (REQ-01). Concrete keeps its rules in request_rules, which earlier versions read and write.
create table material_request_rules (
  data_source_id integer not null references data_sources (id),
  order_type smallint not null check (order_type in (2, 3)),
  lead_time_minutes integer not null check (lead_time_minutes between 0 and 20160),
  minimum_load numeric(12, 2) not null check (minimum_load > 0),
  truck_load numeric(12, 2) not null check (truck_load > 0),
  opens_at text not null,
  closes_at text not null,
  work_days smallint[] not null,
  day_before_cut_off text,
  change_cut_off_minutes integer not null check (change_cut_off_minutes between 0 and 20160),
  horizon_days integer not null check (horizon_days between 1 and 365),
  updated_by bigint references users (id),
  updated_at timestamp (3) with time zone default now() not null,
  primary key (data_source_id, order_type)
);
grant select on material_request_rules to yardage_app;
grant select, insert, update, delete on material_request_rules to yardage_system;

-- How many pieces stand on a pallet; null where that is not known, and for whatever is not stacked.
alter table products add column pieces_per_pallet integer check (pieces_per_pallet > 0);

-- Stone and block can be picked up at the plant. `unloading` is what `placement` is for concrete.
alter table order_requests add column is_picked_up boolean default false not null;
alter table order_requests add column unloading text check (unloading in ('pile', 'spread', 'boom', 'forklift', 'own'));
