import http, { type RequestListener, type Server } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { readBuildVersion } from "~/lib/build-version.server";
import { whenBroken } from "~/lib/database/broken-database.server";
import { emptyLog, sqlite, waitWithoutBlocking } from "~/lib/database/db.server";
import { watchDatabaseFile } from "~/lib/database/lost-file.server";
import { checkDatabaseIsSafe, UnsafeDatabaseError } from "~/lib/database/safe-database.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env, unsetForOthers } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { logEvent, logFailure } from "~/lib/log.server";
import { finishSending } from "~/lib/mail/under-way.server";
import { startMetrics } from "~/lib/metrics/metrics.server";
import { writeFigures } from "~/lib/metrics/run-figures.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { Connections } from "./connections.server";
import { createGate, type Wing } from "./gate.server";

const timeouts = {
	/** Time in ms between two of Node's checks of `headersTimeout` and `requestTimeout`. */
	connectionsCheckingInterval: 5_000,
	headersTimeout: 10_000,
	requestTimeout: 20 * MINUTE_MS,
	keepAliveTimeout: 10_000,
};
const MAX_OPEN_CONNECTIONS = 300;
/** Time in ms without traffic after which a connection is closed, even with an unread response. */
const SILENT_MS = 120_000;
/** Time in ms from a failure of the database to the end of the process, in which error responses are still sent. */
const LAST_RESPONSES_MS = 500;

/** How long a stopping server waits for unfinished responses. */
const STOP_MS = 20_000;
/** How long it then waits for mails and notices that it is sending. */
const LAST_SENDING_MS = 5_000;

/** Node's own fetch classes, which are faster than those of remix-serve. */
const platform = { fetch, File, FormData, Headers, Request, Response };

/**
 * Makes the server of remix-serve call the gate for each request. remix-serve accepts no middleware, so this function
 * replaces `http.createServer`, which remix-serve calls once. In development, remix-serve starts anew after each change.
 */
export function installGate(build: ServerBuild, wing?: Wing): void {
	const original = http.createServer;
	const create = (): Server => {
		http.createServer = original;
		const server = original(timeouts, prepared(build, wing));
		server.timeout = SILENT_MS;
		stopCleanly(server, new Connections(server, MAX_OPEN_CONNECTIONS));
		followServer(server);
		return server;
	};
	Object.assign(http, { createServer: create });
}

/** The gate of a process that is prepared for errors and holds the database. */
function prepared(build: ServerBuild, wing: Wing | undefined): RequestListener {
	process.on("uncaughtException", (error) => {
		// The process may be in an inconsistent state, so it ends and the supervisor restarts it.
		logFailure("crashed", error);
		process.exit(1);
	});
	takeDatabase();
	whenBroken((error) => {
		logFailure("database_broken", error);
		// The delay leaves time for the last error responses.
		setTimeout(endBroken, LAST_RESPONSES_MS);
	});
	Object.assign(globalThis, platform);
	return createGate(build, wing);
}

/**
 * Ends the process after a database failure. Closes the database first, which removes SQLite's write-ahead log. This
 * log may still contain a change that the user was told had failed, and the next start would apply that change.
 */
function endBroken(): void {
	try {
		sqlite.close();
	} finally {
		process.exit(1);
	}
}

/**
 * Locks the database, so that no second server starts: either server would notice the other's changes too late. Exits
 * if the database is locked or unsafe.
 */
function takeDatabase(): void {
	try {
		checkDatabaseIsSafe(sqlite);
		takeServerLock(env.DATABASE_PATH, STOP_MS + 10_000);
		waitWithoutBlocking();
		watchDatabaseFile();
	} catch (error) {
		if (!(error instanceof LockedError || error instanceof UnsafeDatabaseError)) throw error;
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}

/**
 * On SIGTERM and SIGINT, completes unfinished responses and closes idle connections. Without this function, Node would
 * also wait for browsers that have connected but send no request.
 */
function stopCleanly(server: Server, connections: Connections): void {
	const stop = () => {
		connections.end();
		setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
	};
	// `on` instead of `once`: a second signal, such as a second Ctrl-C, must not cut off a response.
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}

/**
 * Exits with a message if the server cannot listen; logs when it listens. When the server has closed, after its last
 * response, closes the database and exits.
 */
function followServer(server: Server): void {
	server.on("error", (error) => {
		process.stderr.write(`${server.listening ? error : whyNotListening(codeOf(error))}\n`);
		process.exit(1);
	});
	server.on("listening", () => {
		logEvent("listening", { port: env.PORT, version: readBuildVersion() });
		// To `npm start`, which then says where.
		process.send?.("listening");
		const unset = env.NODE_ENV === "production" ? unsetForOthers(process.env) : [];
		if (unset.length > 0) logEvent("settings_unset", { level: "warning", settings: unset.join(", ") });
		if (env.METRICS_PORT === undefined) return;
		startMetrics(env.METRICS_PORT, env.METRICS_HOST, server).catch((error) =>
			logFailure("metrics_failed", error),
		);
	});
	server.on("close", async () => {
		await finishSending(LAST_SENDING_MS);
		// What stays in the log is applied at the next start.
		await emptyLog().catch(() => {});
		sqlite.close();
		writeFigures();
		logEvent("stopped");
		process.exit(0);
	});
}

/** Says in Spanish which settings keep the server from listening. */
function whyNotListening(code: string | undefined): string {
	if (code === "EADDRINUSE")
		return `El puerto ${env.PORT} está ocupado: cerrá el otro programa o elegí otro PORT.`;
	const place = [env.HOST, env.PORT].filter(Boolean).join(":");
	return `No se puede escuchar en ${place} (${code}): revisá HOST y PORT.`;
}
