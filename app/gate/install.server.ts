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
	/** How often Node checks the limits below. */
	connectionsCheckingInterval: 5_000,
	headersTimeout: 10_000,
	requestTimeout: 20 * 60_000,
	keepAliveTimeout: 10_000,
};
const MAX_OPEN_CONNECTIONS = 300;
/**
 * A connection without traffic for this long is closed, so that a client that never reads its response does not hold
 * it.
 */
const SILENT_MS = 120_000;
/** Time to send the last responses after the database breaks. */
const LAST_RESPONSES_MS = 500;

/** Node's own classes. remix-serve loads this module first and then replaces the global classes with slower ones. */
const platform = { fetch, File, FormData, Headers, Request, Response };

/**
 * Puts the gate between node:http and remix-serve, which accepts no middleware: the next server that this process
 * creates is remix-serve's and gets the gate as its listener. In production the gate handles requests itself; in
 * development it screens them and passes them on to remix-serve, which can load a new build.
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
		// The process may be in an inconsistent state, so it ends and the supervisor restarts it.
		logFailure("crashed", error);
		process.exit(1);
	});
	takeDatabase();
	whenBroken((error) => {
		logFailure("database_broken", error);
		// Leaves time to send the error responses. The restarted process reads the database again.
		setTimeout(endBroken, LAST_RESPONSES_MS);
	});
	Object.assign(globalThis, platform);
	return createGate(build);
}

/**
 * Ends the process after a database failure. Closes the database first, which empties its write-ahead log: a commit
 * whose sync failed was refused but is still in the log, and the next start would apply it.
 */
function endBroken(): void {
	try {
		sqlite.close();
	} finally {
		process.exit(1);
	}
}

/** Allows only one server per database: a second server would see changes of the first too late. */
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

/** Closes the database after the last response. */
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
