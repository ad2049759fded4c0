/**
 * The container's health check: exits with 0 when /healthcheck has status 200. The container engine stores the
 * output (`docker inspect`). Uses node:http, which takes less memory than fetch.
 */
import { get } from "node:http";

const TIMEOUT_MS = 8000;

const request = get(
	{
		host: "127.0.0.1",
		port: Number(process.env.PORT || 3000),
		path: "/healthcheck",
		timeout: TIMEOUT_MS,
		agent: false,
	},
	(response) => {
		process.exitCode = response.statusCode === 200 ? 0 : 1;
		response.pipe(process.stdout);
	},
);
request.once("timeout", () => request.destroy(new Error(`no contesta en ${TIMEOUT_MS / 1000} s`)));
request.once("error", ({ message }) => {
	console.error(message);
	process.exitCode = 1;
});
