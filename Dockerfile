# syntax=docker/dockerfile:1
# The tag of the Node image moves to each security release: build with --pull to get it. To pin an image that you have
# tested, put its digest (docker image inspect --format '{{.RepoDigests}}' node:24-bookworm-slim) behind the tag in the
# first and the last stage.

# Installs the packages for running Relevo: exactly those of the lock file. Packages with native code contain
# their binaries, so nothing is compiled, and nothing else is downloaded.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /relevo
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY scripts/build/prune-packages.mjs scripts/build/
RUN node scripts/build/prune-packages.mjs node_modules

# This stage continues the stage `dependencies`, so that the two stages do not run at the same time: together they take
# more than 1 GB of memory.
FROM dependencies AS build
RUN npm ci
COPY remix.config.js tsconfig.json ./
COPY app app
COPY db db
COPY public public
COPY scripts scripts
# The commit is part of the version in log, metrics and backups:
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT
RUN npm run --silent build

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Relevo" \
	org.opencontainers.image.description="Diagramas de turnos, feriados y documentos para quienes trabajan por turnos"
# The database, images, backups, and mails if there is no mail server. The server stores data only here.
RUN mkdir --mode=700 /data && chown 1000:1000 /data
VOLUME /data
WORKDIR /relevo
COPY --from=dependencies /relevo/node_modules node_modules
COPY package.json ./
COPY db/migrations db/migrations
COPY db/seeds db/seeds
COPY scripts/serve.mjs scripts/run.mjs scripts/node-version.mjs scripts/json-lines.mjs scripts/prepare.mjs \
	scripts/healthcheck.mjs scripts/
COPY --from=build /relevo/public public
COPY --from=build /relevo/build/index.js /relevo/build/version.txt /relevo/build/third-party-notices.txt build/
COPY --from=build /relevo/build/scripts/*.js build/scripts/
COPY --from=build /relevo/build/worker build/worker

# SQLITE_TMPDIR is the folder of SQLite's temporary files, such as those for sorting a large table. They may not fit in
# /tmp, which is in memory.
ENV NODE_ENV=production \
	PORT=3000 \
	DATABASE_PATH=/data/relevo.sqlite \
	UPLOADS_DIR=/data/uploads \
	OUTBOX_DIR=/data/outbox \
	BACKUPS_DIR=/data/backups \
	SQLITE_TMPDIR=/data
# See scripts/memory-settings.mjs.
ENV MALLOC_ARENA_MAX=2 \
	MALLOC_MMAP_THRESHOLD_=131072 \
	MALLOC_TRIM_THRESHOLD_=131072 \
	NODE_OPTIONS="--max-old-space-size=256 --max-semi-space-size=16"
# HOME is for the operator's commands, such as "npm run users": npm needs a folder that it can write to. Because of
# RELEVO_IN_CONTAINER, Relevo's advice names the commands as they are called from outside the container.
ENV HOME=/tmp \
	RELEVO_IN_CONTAINER=1 \
	npm_config_update_notifier=false

# Replaces the entrypoint of the Node image, a shell script.
ENTRYPOINT []
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "scripts/serve.mjs"]
