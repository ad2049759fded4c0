/** What the program counts about itself, for Prometheus: only when METRICS_PORT is set, and then on this machine only. */
import { createServer, type Server } from "node:http";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Measurement, measure } from "./metrics-registry.server";

/** One answer, or a request that got none. */
export interface Answered {
	method: string | undefined;
	/** The pattern of its route, never what somebody typed: there are as many as routes. */
	route: string;
	/** Undefined when the visitor went away before there was one. */
	status: number | undefined;
	ms: number;
}

/** Undefined where nobody wants to know. */
let measurement: Measurement | undefined;

/** Counts an answer, or a request that got none. */
export function countAnswer(answered: Answered): void {
	measurement?.count(answered);
}

/** Counts a connection that was closed, there being too many. */
export function countDropped(): void {
	measurement?.countDropped();
}

/**
 * Serves `GET /metrics` on 127.0.0.1:`port` until `served`, the server that is measured, has closed. When the port is
 * taken it says so in one line, and the site goes on: nobody is kept from it for want of figures.
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
