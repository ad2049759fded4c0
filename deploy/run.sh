#!/bin/sh
# Runs an operator's command without a container, with the settings and the user of relevo.service: run.sh data -- report
set -eu
exec systemd-run --quiet --pipe --wait --uid=relevo --working-directory=/opt/relevo \
	-p StateDirectory=relevo -p StateDirectoryMode=0700 -p EnvironmentFile=/etc/relevo.env \
	-E RELEVO_UNDER_SYSTEMD=1 -E DATABASE_PATH=/var/lib/relevo/relevo.sqlite -E UPLOADS_DIR=/var/lib/relevo/uploads \
	-E OUTBOX_DIR=/var/lib/relevo/outbox -E BACKUPS_DIR=/var/lib/relevo/backups npm run --silent "$@"
