/** Serves metrics to Prometheus at METRICS_HOST and METRICS_PORT; serves none unless METRICS_PORT is set. */
import { createServer, type Server } from "node:http";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Measurement, measure } from "./metrics-registry.server";
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

let measurement: Measurement | undefined;

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
