/** Serves metrics to Prometheus at METRICS_HOST and METRICS_PORT; serves none unless METRICS_PORT is set. */
import { createServer, type Server } from "node:http";
import { codeOf } from "~/lib/files/error-code";
import { logEvent, logFailure } from "~/lib/log.server";
import { addGauges } from "./gauges.server";
import { recordAnswer } from "./run-figures.server";

/** A finished request, with or without a response. */
export interface Answered {
	method: string | undefined;
	/** Pattern such as `/diagrams/:id`, because paths would make unlimited labels. */
	route: string;
	/** HTTP status; undefined when the visitor disconnected before the response. */
	status: number | undefined;
	ms: number;
	/** Whether the route's status 503 reports a failure, of the database or of Google. */
	failsWith503?: boolean;
}

let measurement: Awaited<ReturnType<typeof measure>> | undefined;

export function countAnswer(answered: Answered): void {
	measurement?.count(answered);
	if (answered.status !== undefined) recordAnswer(answered.route, answered.ms);
}

/** Counts a connection that was closed because too many were open. */
export function countDropped(): void {
	measurement?.countDropped();
}

/**
 * Serves `GET /metrics` on `port` of `host` until `served`, the site's server, has closed. If the port cannot be used,
 * the site runs without metrics.
 */
export async function startMetrics(port: number, host: string, served: Server): Promise<void> {
	const measured = await measure(served);
	const server = createServer((request, response) => {
		if (request.url !== "/metrics" || request.method !== "GET") {
			response.writeHead(404).end();
			return;
		}
		measured.read().then(
			(text) => response.setHeader("Content-Type", measured.contentType).end(text),
			(error: unknown) => {
				logFailure("metrics_failed", error);
				response.writeHead(500).end();
			},
		);
	});
	server.on("error", (error) => {
		const inUse = codeOf(error) === "EADDRINUSE";
		const why = inUse ? "está ocupado" : `no se puede usar (${error.message})`;
		process.stderr.write(`Sin métricas: el puerto ${port} de METRICS_PORT ${why}.\n`);
	});
	server.once("listening", () => {
		measurement = measured;
		logEvent("metrics_listening", { port });
	});
	server.maxConnections = 10;
	server.listen(port, host).unref();
	served.once("close", () => server.close());
}

/**
 * Histogram buckets in seconds, chosen to distinguish a cached response, a page, a form with a password, and
 * photos.
 */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

const methods = new Set(["GET", "HEAD", "POST"]);

/** Reason of a refused request, by status. Status 400 is left out, because forms with errors have it too. */
const refusedFor: Readonly<Record<number, string>> = {
	403: "csrf",
	405: "method",
	408: "slow",
	413: "too_large",
	415: "type",
	421: "host",
	429: "attempts",
	503: "busy",
	507: "disk_full",
};
/** Reason of a refused download: the user's previous one is under way. Only forms limit attempts. */
const DOWNLOAD = "download";

function refusalReason({ method, status = 0, failsWith503 }: Answered): string | undefined {
	if (status === 503 && failsWith503) return undefined;
	if (status === 429 && method !== "POST") return DOWNLOAD;
	return refusedFor[status];
}

/**
 * Starts to measure the HTTP server `served` of this process. No label contains text that a client chooses, so clients
 * cannot make more than a few hundred time series.
 */
export async function measure(served: Server) {
	// Loads prom-client only when metrics are enabled.
	const { Counter, Gauge, Histogram, Registry } = await import("prom-client");
	const registry = new Registry();
	const registers = [registry];
	const requests = new Counter({
		name: "relevo_requests_total",
		help: "Requests by method, route pattern and status class; aborted: the visitor left before the response was sent.",
		labelNames: ["method", "route", "status"],
		registers,
	});
	const refused = new Counter({
		name: "relevo_refused_total",
		help: "Requests that were refused, by reason.",
		labelNames: ["reason"],
		registers,
	});
	// Each series begins at 0, because Prometheus sees no increase in a series that begins at 1.
	for (const reason of [...Object.values(refusedFor), DOWNLOAD]) refused.inc({ reason }, 0);
	const seconds = new Histogram({
		name: "relevo_request_seconds",
		help: "Time until the response was sent, by route pattern.",
		labelNames: ["route"],
		buckets: BUCKETS,
		registers,
	});
	const dropped = new Counter({
		name: "relevo_connections_dropped_total",
		help: "Connections that were closed to make room for others.",
		registers,
	});
	addGauges(Gauge, registry, served);
	return {
		contentType: registry.contentType,
		/** All metrics in Prometheus's text format. */
		read: () => registry.metrics(),
		countDropped: () => dropped.inc(),
		count(answered: Answered) {
			const { method = "", route, status, ms } = answered;
			const kind = status === undefined ? "aborted" : `${Math.floor(status / 100)}xx`;
			requests.inc({ method: methods.has(method) ? method : "other", route, status: kind });
			if (status === undefined) return;
			seconds.observe({ route }, ms / 1000);
			const reason = refusalReason(answered);
			if (reason) refused.inc({ reason });
		},
	};
}
