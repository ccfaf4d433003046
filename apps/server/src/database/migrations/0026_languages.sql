-- The language that a user chose; null until they choose one.
alter table users add column language text check (language ~ '^[a-z]{2,3}$');
