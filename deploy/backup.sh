#!/bin/sh
# Saves a backup, restores it into a scratch folder to try it, and deletes old backups.
#
# NONET_FILE      the specification, a file or a folder
# NONET_BACKUPS   the folder that holds the backups; copy it to another place, too
# NONET_DATA      the data folder, if it isn't the default one
# NONET_KEEP      how many backups are kept (14)
# NONET           the command (nonet)
# DATABASE_URL    the database, if it isn't the embedded one
#
# Exits with another code than 0 if the backup or the rehearsed restore fails. No backup is deleted then.
set -eu

: "${NONET_FILE:?names the specification}" "${NONET_BACKUPS:?names the folder for backups}"
nonet=${NONET:-nonet}
keep=${NONET_KEEP:-14}
name=$(date -u +%Y-%m-%dT%H%M%SZ)

mkdir -p "$NONET_BACKUPS"
$nonet backup "$NONET_FILE" "$NONET_BACKUPS/$name" ${NONET_DATA:+--data "$NONET_DATA"}

# The copy gets a PostgreSQL of its own. It is never run as a product, because it would send the mails and calls in its outbox.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 711 "$scratch"
unset DATABASE_URL
cd "$scratch"
$nonet restore "$NONET_BACKUPS/$name" --data "$scratch/data" --specification "$scratch/specification"
$nonet backup "$scratch/specification" "$scratch/again" --data "$scratch/data"
node -e '
  const { readFileSync } = require("node:fs");
  const [made, restored] = process.argv.slice(1).map((folder) => JSON.parse(readFileSync(`${folder}/backup.json`, "utf8")));
  const counts = ({ tables, sums }) => JSON.stringify([tables.map(({ name, rows }) => `${name} ${rows}`).sort(), Object.entries(sums).filter(([path]) => path.startsWith("files/")).sort()]);
  if (made.version !== restored.version || counts(made) !== counts(restored)) {
    console.error("The restored copy differs from the backup.");
    process.exit(1);
  }
' "$NONET_BACKUPS/$name" "$scratch/again"
touch "$NONET_BACKUPS/last-rehearsed-restore"
echo "Restored $NONET_BACKUPS/$name into a scratch folder: every table has the same number of rows, and every file the same content."

# The names sort by time.
count=$(find "$NONET_BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z' | wc -l)
find "$NONET_BACKUPS" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z' | sort | while read -r old; do
  [ "$count" -gt "$keep" ] || break
  rm -rf "$old"
  count=$((count - 1))
done
