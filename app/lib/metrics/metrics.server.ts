/** Metrics of the program for Prometheus: with METRICS_PORT only, and on this machine only. */
import { createServer, type Server } from "node:http";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Measurement, measure } from "./metrics-registry.server";

/** A request that is over, with or without a response. */
export interface Answered {
	method: string | undefined;
	/** Pattern of the route, never the typed path: there are as many values as routes. */
	route: string;
	/** Undefined when the visitor left before there was a response. */
	status: number | undefined;
	ms: number;
}

/** Undefined without METRICS_PORT. */
let measurement: Measurement | undefined;

/** Counts a request that is over. */
export function countAnswer(answered: Answered): void {
	measurement?.count(answered);
}

/** Counts a connection that was closed because there were too many. */
export function countDropped(): void {
	measurement?.countDropped();
}

/**
 * Serves `GET /metrics` on 127.0.0.1:`port` until `served`, the measured server, has closed. A port in use costs the
 * metrics and a line on standard error; the site goes on.
 */
export async function startMetrics(port: number, served: Server): Promise<void> {
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
	server.listen(port, "127.0.0.1").unref();
	served.once("close", () => server.close());
}
