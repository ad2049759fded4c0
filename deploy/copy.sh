#!/bin/sh
# Copies the backups to another machine, encrypted, and once a day forgets there the copies older than fourteen days. Each
# has the backups of the fourteen days before it: the privacy policy says how long that is together. relevo-copy.timer runs
# it with the settings of copy.env.example. Needs restic.
set -eu

# Only what a killed run has left: its lock would refuse every later copy.
restic unlock --quiet
# Not quoted, because BACKUPS may name several folders, also by a pattern.
restic backup --quiet --exclude='*.new' --exclude=copied $BACKUPS
# By this file Relevo knows how old the copy is.
for folder in $BACKUPS; do touch "$folder/copied"; done

forgotten=${STATE_DIRECTORY:-/var/lib/relevo-copy}/forgotten
[ "$(cat "$forgotten" 2> /dev/null)" != "$(date +%F)" ] || exit 0
# By host: otherwise restic counts each set of folders that there ever was apart, and keeps the last copy of each. Those of a
# machine that is lost stay, until the operator deletes them: docs/operations.md.
restic forget --quiet --group-by host --keep-within 14d --prune
date +%F > "$forgotten"
