import type { Server } from "node:http";
import type { Answered } from "./metrics.server";
import { figures, followFigures } from "./metrics-figures.server";

/** In seconds: an answer from memory, a page, a form with a password, photos. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

const methods = new Set(["GET", "HEAD", "POST"]);

/** By the status alone, which says it wherever the refusal was spoken. A 400 is not here: it may be a form's own answer. */
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

/** What is measured of a server. */
export interface Measurement {
	contentType: string;
	/** All of it, as Prometheus reads it. */
	read(): Promise<string>;
	count(answered: Answered): void;
	countDropped(): void;
}

/**
 * Begins to measure `served`, which runs in this process. No label holds a value that somebody outside
 * can choose: there are at most a few hundred series, whatever is asked for.
 */
export async function measure(served: Server): Promise<Measurement> {
	const { Counter, Gauge, Histogram, Registry } = await import("prom-client");
	const registry = new Registry();
	const registers = [registry];
	const requests = new Counter({
		name: "relevo_requests_total",
		help: "Requests by method, route pattern and class of status; aborted: the visitor left before the answer was out.",
		labelNames: ["method", "route", "status"],
		registers,
	});
	const refused = new Counter({
		name: "relevo_refused_total",
		help: "Requests that were refused, by reason.",
		labelNames: ["reason"],
		registers,
	});
	// A counter that is missing until it counts makes no alarm the first time.
	for (const reason of Object.values(refusedFor)) refused.inc({ reason }, 0);
	const seconds = new Histogram({
		name: "relevo_request_seconds",
		help: "Time until the answer was out, by route pattern.",
		labelNames: ["route"],
		buckets: BUCKETS,
		registers,
	});
	const dropped = new Counter({
		name: "relevo_connections_dropped_total",
		help: "Connections that were closed to make room for others.",
		registers,
	});
	const readFigures = followFigures(served);
	const gauges = new Map(
		Object.entries(figures).map(([name, help]) => [name, new Gauge({ name, help, registers })]),
	);
	return {
		contentType: registry.contentType,
		async read() {
			for (const [name, figure] of Object.entries(await readFigures())) gauges.get(name)?.set(figure);
			return registry.metrics();
		},
		countDropped: () => dropped.inc(),
		count({ method = "", route, status, ms }) {
			const kind = status === undefined ? "aborted" : `${Math.floor(status / 100)}xx`;
			requests.inc({ method: methods.has(method) ? method : "other", route, status: kind });
			if (status === undefined) return;
			seconds.observe({ route }, ms / 1000);
			const reason = refusedFor[status];
			if (reason) refused.inc({ reason });
		},
	};
}
