/**
 * Makes every line that this process writes to the log a JSON line, for programs that read the log: also the texts of
 * packages, Node's warnings, the reason of a refused start, and uncaught errors. Relevo's own events are JSON already
 * (app/lib/log.server.ts). At a terminal nothing is changed, because a person reads it. Imported before anything that
 * may print.
 */
import { format } from "node:util";

if (!process.stderr.isTTY) writeJsonLines();

function writeJsonLines() {
	for (const method of /** @type {const} */ (["log", "info", "debug"])) {
		console[method] = (...values) => log(format(...values));
	}
	// Also used by console.error and console.warn.
	process.stderr.write = (chunk) => log(String(chunk), "error");
	process.removeAllListeners("warning");
	process.on("warning", (warning) => log(String(warning), "warning"));
	process.on("uncaughtException", (error) => {
		// The server has a handler of its own, once it has loaded.
		if (process.listenerCount("uncaughtException") > 1) return;
		log(error instanceof Error ? (error.stack ?? error.message) : String(error), "error", "crashed");
		process.exit(1);
	});
}

/**
 * Writes a text as one event of the log, with its line breaks escaped. Returns what a stream's `write` returns.
 * @param {string} text @param {"error" | "warning"} [level]
 */
function log(text, level, event = "message") {
	const line = { time: new Date().toISOString(), event, level, text: text.trim() };
	return process.stdout.write(`${JSON.stringify(line)}\n`);
}
