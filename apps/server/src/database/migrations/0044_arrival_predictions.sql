-- The first arrival that was predicted for each load after its truck left the plant, to compare it with the truth (POUR-04). No customer
-- reads it.
create table arrival_predictions (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  plant_id bigint not null references plants (id),
  predicted_at timestamp (3) with time zone not null,
  estimated_at timestamp (3) with time zone not null,
  earliest_at timestamp (3) with time zone not null,
  latest_at timestamp (3) with time zone not null
);
create index arrival_predictions_predicted_at_index on arrival_predictions (predicted_at);
grant select, insert, update, delete on arrival_predictions to yardage_system;
