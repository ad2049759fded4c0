/** Metrics of the program for Prometheus, available only when METRICS_PORT is set, and only at METRICS_HOST. */
import { createServer, type Server } from "node:http";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Measurement, measure } from "./metrics-registry.server";
import { recordAnswer } from "./run-figures.server";

/** A finished request to the server, with or without a response. */
export interface Answered {
	method: string | undefined;
	/**
	 * Pattern of the route, such as `/diagrams/:id`. The requested path would make the number of metric labels
	 * unlimited.
	 */
	route: string;
	/** HTTP status; undefined when the visitor disconnected before there was a response. */
	status: number | undefined;
	ms: number;
}

/** The metrics of the running server; undefined when METRICS_PORT is not set. */
let measurement: Measurement | undefined;

/** Counts a finished request. */
export function countAnswer(answered: Answered): void {
	measurement?.count(answered);
	if (answered.status !== undefined) recordAnswer(answered.route, answered.ms);
}

/** Counts a connection that was closed because too many connections were open. */
export function countDropped(): void {
	measurement?.countDropped();
}

/**
 * Serves `GET /metrics` on `port` of the IP address `host`, until the measured server `served` has closed. If the
 * port is not available, logs the failure; the site then runs without metrics.
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
		const inUse = "code" in error && error.code === "EADDRINUSE";
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
