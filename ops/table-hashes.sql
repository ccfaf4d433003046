-- Prints one line per table and sequence of the current database: name, number of rows, hash of their contents. Equal lines mean equal data.
-- Counts of calls (rate_counts) are not part of a backup.
\set ON_ERROR_STOP on
set timezone = 'UTC';
set datestyle = 'ISO, YMD';
set extra_float_digits = 1;
set bytea_output = 'hex';
select format($$select %L, count(*), md5(coalesce(string_agg(hash, '' order by hash), '')) from (select md5(t::text) as hash from %I.%I t) as rows$$,
  schemaname || '.' || tablename, schemaname, tablename)
from pg_tables where schemaname in ('public', 'pgboss', 'sandbox_processor') and tablename <> 'rate_counts' order by schemaname, tablename \gexec
select schemaname || '.' || sequencename, coalesce(last_value, 0), '' from pg_sequences
where schemaname in ('public', 'pgboss', 'sandbox_processor') order by 1;
