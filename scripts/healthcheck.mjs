/**
 * The container's health check: asks the server beside it and ends with 0 when it is well. What it says is kept by
 * the container engine (`docker inspect`). Node's own http and not fetch: it runs every few seconds, in the same memory.
 */
import { get } from "node:http";

const MAX_MS = 8000;

const asked = get(
	{
		host: "127.0.0.1",
		port: Number(process.env.PORT ?? 3000),
		path: "/healthcheck",
		timeout: MAX_MS,
		agent: false,
	},
	(answer) => {
		process.exitCode = answer.statusCode === 200 ? 0 : 1;
		answer.pipe(process.stdout);
	},
);
asked.once("timeout", () => asked.destroy(new Error(`no contesta en ${MAX_MS / 1000} s`)));
asked.once("error", ({ message }) => {
	console.error(message);
	process.exitCode = 1;
});
