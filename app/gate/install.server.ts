import http, { type RequestListener, type Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { whenBroken } from "~/lib/database/broken-database.server";
import { sqlite } from "~/lib/database/db.server";
import { checkDatabaseIsSafe, UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { startMetrics } from "~/lib/metrics/metrics.server";
import { STOP_MS, stopCleanly } from "./clean-stop.server";
import { Connections } from "./connections.server";
import { createDevelopmentGate, createGate } from "./gate.server";

const timeouts = {
	/** How often the limits below are looked at. */
	connectionsCheckingInterval: 5_000,
	headersTimeout: 10_000,
	requestTimeout: 20 * 60_000,
	keepAliveTimeout: 10_000,
};
const MOST_CONNECTIONS = 300;
/** A connection on which nothing moves for this long is closed: a visitor who does not read the answer holds one. */
const SILENT_MS = 120_000;
/** How long a server whose database is broken still answers. */
const LAST_ANSWERS_MS = 500;

/** The platform's own classes: remix-serve puts slower stand-ins in their place after it has loaded us. */
const platform = { fetch, File, FormData, Headers, Request, Response };

/**
 * Puts the gate between node:http and remix-serve, which has no place for middleware: the next server that this
 * process creates, which is remix-serve's, is ours. In production the gate answers by itself; in development it
 * screens and hands on to remix-serve, which knows how to load a new build.
 */
export function installGate(build: ServerBuild): void {
	const original = http.createServer;
	const create = (...parameters: unknown[]): Server => {
		http.createServer = original;
		const express = parameters.findLast(
			(parameter): parameter is RequestListener => typeof parameter === "function",
		);
		const isDevelopment = env.NODE_ENV === "development" && express;
		const server = original(timeouts, isDevelopment ? createDevelopmentGate(express) : production(build));
		server.timeout = SILENT_MS;
		stopCleanly(server, new Connections(server, MOST_CONNECTIONS));
		followServer(server);
		return server;
	};
	Object.assign(http, { createServer: create });
}

function production(build: ServerBuild): RequestListener {
	process.on("uncaughtException", (error) => {
		// In the log's form, which holds no private data. The state is unknown: whoever supervises starts us again.
		logFailure("crashed", error);
		process.exit(1);
	});
	takeDatabase();
	whenBroken((error) => {
		logFailure("database_broken", error);
		// After the answers that tell of it. A start reads everything anew.
		setTimeout(endBroken, LAST_ANSWERS_MS);
	});
	Object.assign(globalThis, platform);
	return createGate(build);
}

/**
 * Closes the database first, which empties its log: a commit whose sync failed is refused and stands in the log all the
 * same, and the next start would take it for done.
 */
function endBroken(): void {
	try {
		sqlite.close();
	} finally {
		process.exit(1);
	}
}

/** One server per database: a second one would not see the first one's changes in time. Held until the process ends. */
function takeDatabase(): void {
	try {
		checkDatabaseIsSafe(sqlite);
		takeServerLock(env.DATABASE_PATH, STOP_MS + 10_000);
	} catch (error) {
		if (!(error instanceof LockedError || error instanceof UnsafeDatabaseError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}

/** The database is closed when the last answer is out. */
function followServer(server: Server): void {
	server.on("error", (error) => {
		const inUse = "code" in error && error.code === "EADDRINUSE";
		process.stderr.write(
			inUse
				? `El puerto ${env.PORT} está ocupado: cerrá el otro programa o elegí otro PORT.\n`
				: `${error}\n`,
		);
		process.exit(1);
	});
	server.on("listening", () => {
		logEvent("listening", { port: env.PORT });
		if (env.METRICS_PORT === undefined) return;
		startMetrics(env.METRICS_PORT, server).catch((error) => logFailure("metrics_failed", error));
	});
	server.on("close", () => {
		sqlite.pragma("wal_checkpoint(TRUNCATE)");
		sqlite.close();
		logEvent("stopped");
		process.exit(0);
	});
}
