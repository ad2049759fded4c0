# syntax=docker/dockerfile:1
# The tags are moved to each security release: build with --pull to get it. To pin what you have tried, put its digest
# (docker image inspect --format '{{.RepoDigests}}' node:24-bookworm-slim) behind the tag of the first and the last stage.

# What runs: exactly the lock file's packages, whose binaries are inside them. Nothing is compiled, nothing else is fetched.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /relevo
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY scripts/build/prune-packages.mjs scripts/build/
RUN node scripts/build/prune-packages.mjs node_modules

# On top of the stage before, not beside it: both at once do not fit in 1 GB.
FROM dependencies AS build
RUN npm ci
COPY remix.config.js tsconfig.json ./
COPY app app
COPY db db
COPY public public
COPY scripts scripts
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD): the version that log, metrics and backups name.
ARG COMMIT
RUN npm run --silent build

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Relevo" \
	org.opencontainers.image.description="Diagramas de turnos, feriados y documentos para quienes trabajan por turnos"
# The database, images, mails without a server, and backups: the only place that is written to.
RUN mkdir --mode=700 /data && chown 1000:1000 /data
VOLUME /data
WORKDIR /relevo
COPY --from=dependencies /relevo/node_modules node_modules
COPY package.json ./
COPY db/migrations db/migrations
COPY db/seeds db/seeds
COPY scripts/serve.mjs scripts/json-lines.mjs scripts/check-node.cjs scripts/prepare.mjs scripts/healthcheck.mjs scripts/
COPY --from=build /relevo/public public
COPY --from=build /relevo/build/index.js /relevo/build/version.txt /relevo/build/third-party-notices.txt build/
COPY --from=build /relevo/build/scripts/*.js build/scripts/

# SQLITE_TMPDIR: sorting a large table for an index may need more room than /tmp, which is memory, has.
ENV NODE_ENV=production \
	PORT=3000 \
	DATABASE_PATH=/data/relevo.sqlite \
	UPLOADS_DIR=/data/uploads \
	OUTBOX_DIR=/data/outbox \
	BACKUPS_DIR=/data/backups \
	SQLITE_TMPDIR=/data
# The same as scripts/memory-settings.mjs, and what V8 would choose by itself in 512 MB: so it is also where no limit is
# set. The rest is for pixels, which are not in V8's heap.
ENV MALLOC_ARENA_MAX=2 \
	MALLOC_MMAP_THRESHOLD_=131072 \
	MALLOC_TRIM_THRESHOLD_=131072 \
	NODE_OPTIONS=--max-old-space-size=256
# For the operator's commands, "npm run users": npm wants a home, and none can be written to. Advice names them as they
# are called from outside.
ENV HOME=/tmp \
	RELEVO_IN_CONTAINER=1 \
	npm_config_update_notifier=false

# The image's own is a shell script.
ENTRYPOINT []
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "scripts/serve.mjs"]
