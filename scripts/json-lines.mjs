/**
 * Makes this process write only JSON lines to its log, for programs that read the log. Converts the output of
 * packages, Node's warnings, the reason of a refused start, and uncaught errors; Relevo's own events are JSON
 * already (app/lib/log.server.ts). At a terminal nothing changes, because a person reads the output. Must be
 * imported before any module that may print.
 */
import { format } from "node:util";

if (!process.stderr.isTTY) writeJsonLines();

function writeJsonLines() {
	for (const method of /** @type {const} */ (["log", "info", "debug"])) {
		console[method] = (...values) => log(format(...values));
	}
	// console.error and console.warn also write through this function.
	process.stderr.write = (chunk) => log(String(chunk), "error");
	process.removeAllListeners("warning");
	process.on("warning", (warning) => log(String(warning), "warning"));
	process.on("uncaughtException", (error) => {
		// Once it has loaded, the server has its own handler.
		if (process.listenerCount("uncaughtException") > 1) return;
		log(error instanceof Error ? (error.stack ?? error.message) : String(error), "error", "crashed");
		process.exit(1);
	});
}

/**
 * Writes a text as one event of the log. JSON escapes the text's line breaks. Returns what a stream's `write`
 * returns.
 * @param {string} text @param {"error" | "warning"} [level]
 */
function log(text, level, event = "message") {
	const line = { time: new Date().toISOString(), event, level, text: text.trim() };
	return process.stdout.write(`${JSON.stringify(line)}\n`);
}
