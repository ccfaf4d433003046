#!/usr/bin/env bash
# Restores a backup into a new database, as a superuser, and compares the hashes of all tables.
#   ADMIN_URL=postgresql://postgres@host/postgres ops/restore.sh FOLDER NEW_DATABASE
# The password belongs into ~/.pgpass or PGPASSWORD: everybody on the machine can read the arguments of its processes. On a new server give
# the logins their passwords afterwards (\password yardage_owner, yardage_runtime, yardage_backup).
set -euo pipefail
case $ADMIN_URL in
  *://*:*@*) echo 'ADMIN_URL has a password; put it into ~/.pgpass or PGPASSWORD instead.' >&2; exit 1 ;;
  postgres://* | postgresql://*) ;;
  *) echo 'ADMIN_URL has to be an address as postgresql://postgres@host/postgres.' >&2; exit 1 ;;
esac
folder=${1:?Name the folder of the backup.}
name=${2:?Name the new database.}
here=$(cd "$(dirname "$0")" && pwd)

# Roles are not part of a dump of one database, and its rights refer to them.
psql -X -q --dbname="$ADMIN_URL" --file="$here/logins.sql"
psql -X -q --dbname="$ADMIN_URL" --set=name="$name" <<< 'create database :"name" owner yardage_owner;'
target=$(psql -X -qAt --dbname="$ADMIN_URL" --set=name="$name" --set=url="$ADMIN_URL" <<'SQL'
select regexp_replace(:'url', '^(postgres(ql)?://[^/?]*)(/[^?]*)?', '\1/' || :'name');
SQL
)
# In the new database yardage_owner owns the tables, whoever owned them before.
pg_restore --dbname="$target" --exit-on-error --no-owner --role=yardage_owner "$folder/yardage.dump"
psql -X -q --dbname="$target" --command=analyze
psql -X -qAt --dbname="$target" --file="$here/table-hashes.sql" | diff "$folder/hashes.txt" - && echo "The restored database equals the backup."
