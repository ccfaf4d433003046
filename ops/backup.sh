#!/usr/bin/env bash
# Writes a backup to a new folder: the dump, and the hashes of its tables from the same snapshot, while the portal goes on working.
#   BACKUP_URL=postgresql://yardage_backup@host/yardage ops/backup.sh FOLDER
# The password belongs into ~/.pgpass or PGPASSWORD: everybody on the machine can read the arguments of its processes.
set -euo pipefail
# The backup has everything about all customers.
umask 077
case $BACKUP_URL in *://*:*@*) echo 'BACKUP_URL has a password; put it into ~/.pgpass or PGPASSWORD instead.' >&2; exit 1 ;; esac
folder=${1:?Name the folder of the backup.}
here=$(cd "$(dirname "$0")" && pwd)
mkdir "$folder"

coproc SNAPSHOT { psql -X -qAt --dbname="$BACKUP_URL"; }
exec {answers}<&"${SNAPSHOT[0]}" {questions}>&"${SNAPSHOT[1]}"
pid=$SNAPSHOT_PID
echo 'begin isolation level repeatable read read only; select pg_export_snapshot();' >&"$questions"
read -r snapshot <&"$answers"
pg_dump --dbname="$BACKUP_URL" --snapshot="$snapshot" --format=custom --no-unlogged-table-data --file="$folder/unfinished.dump"
printf '\\o %s\n\\i %s\n\\o\ncommit;\n\\q\n' "$folder/hashes.txt" "$here/table-hashes.sql" >&"$questions"
exec {questions}>&-
wait "$pid"
test -s "$folder/hashes.txt"
# Only a complete backup has this name.
mv "$folder/unfinished.dump" "$folder/yardage.dump"
