import http, { type RequestListener, type Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { readBuildVersion } from "~/lib/build-version.server";
import { whenBroken } from "~/lib/database/broken-database.server";
import { sqlite, waitWithoutBlocking } from "~/lib/database/db.server";
import { checkDatabaseIsSafe, UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { startMetrics } from "~/lib/metrics/metrics.server";
import { writeFigures } from "~/lib/metrics/run-figures.server";
import { STOP_MS, stopCleanly } from "./clean-stop.server";
import { Connections } from "./connections.server";
import { createDevelopmentGate, createGate } from "./gate.server";

const timeouts = {
	/** Interval in ms at which Node checks the time limits of connections and requests. */
	connectionsCheckingInterval: 5_000,
	headersTimeout: 10_000,
	requestTimeout: 20 * 60_000,
	keepAliveTimeout: 10_000,
};
const MAX_OPEN_CONNECTIONS = 300;
/** Time after which a connection without traffic is closed, even if the client has not read its response. */
const SILENT_MS = 120_000;
/** Time to send the last error responses after the database has failed. */
const LAST_RESPONSES_MS = 500;

/** Node's own fetch classes, which are faster than the classes by which remix-serve replaces them. */
const platform = { fetch, File, FormData, Headers, Request, Response };

/**
 * Puts the gate between node:http and remix-serve, which accepts no middleware: the next server that remix-serve
 * creates gets the gate as its listener. In development the gate only screens requests, and remix-serve handles them.
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
		stopCleanly(server, new Connections(server, MAX_OPEN_CONNECTIONS));
		followServer(server);
		return server;
	};
	Object.assign(http, { createServer: create });
}

function production(build: ServerBuild): RequestListener {
	process.on("uncaughtException", (error) => {
		// After an uncaught error the process may be in an inconsistent state. The process ends, and the supervisor
		// restarts it.
		logFailure("crashed", error);
		process.exit(1);
	});
	takeDatabase();
	whenBroken((error) => {
		logFailure("database_broken", error);
		// The delay leaves time to send the last error responses.
		setTimeout(endBroken, LAST_RESPONSES_MS);
	});
	Object.assign(globalThis, platform);
	return createGate(build);
}

/**
 * Ends the process after a database failure. Closes the database first: otherwise a refused change could stay in the
 * write-ahead log, and the next start would apply it.
 */
function endBroken(): void {
	try {
		sqlite.close();
	} finally {
		process.exit(1);
	}
}

/** Locks the database for this server. A second server would see changes of the first server too late. */
function takeDatabase(): void {
	try {
		checkDatabaseIsSafe(sqlite);
		takeServerLock(env.DATABASE_PATH, STOP_MS + 10_000);
		waitWithoutBlocking();
	} catch (error) {
		if (!(error instanceof LockedError || error instanceof UnsafeDatabaseError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}

/** Logs the server's start, and closes the database after the last response. */
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
		logEvent("listening", { port: env.PORT, version: readBuildVersion() });
		if (env.METRICS_PORT === undefined) return;
		startMetrics(env.METRICS_PORT, env.METRICS_HOST, server).catch((error) =>
			logFailure("metrics_failed", error),
		);
	});
	server.on("close", () => {
		sqlite.pragma("wal_checkpoint(TRUNCATE)");
		sqlite.close();
		writeFigures();
		logEvent("stopped");
		process.exit(0);
	});
}
