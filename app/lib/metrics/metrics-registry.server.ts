import type { Server } from "node:http";
import { addGauges } from "./gauges.server";
import type { Answered } from "./metrics.server";

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

export interface Measurement {
	contentType: string;
	/** All metrics in Prometheus's text format. */
	read(): Promise<string>;
	count(answered: Answered): void;
	countDropped(): void;
}

/**
 * Starts to measure the HTTP server `served` of this process. No label contains text that a client chooses, so clients
 * cannot make more than a few hundred time series.
 */
export async function measure(served: Server): Promise<Measurement> {
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
		read: () => registry.metrics(),
		countDropped: () => dropped.inc(),
		count(answered) {
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
