/**
 * Makes this process log only JSON lines: output of packages, Node's warnings, the error of a failed start,
 * uncaught errors (Relevo's own events are JSON already). Nothing changes at a terminal. Import this module before
 * anything that may print.
 */
import { format } from "node:util";

if (!process.stderr.isTTY) writeJsonLines();

function writeJsonLines() {
	for (const method of /** @type {const} */ (["log", "info", "debug"])) {
		console[method] = (...values) => log(format(...values));
	}
	// console.error and console.warn write through this function too.
	process.stderr.write = (chunk) => log(String(chunk), "error");
	process.removeAllListeners("warning");
	process.on("warning", (warning) => log(String(warning), "warning"));
	process.on("uncaughtException", (error) => {
		// Once the server is loaded, its own handler logs uncaught errors.
		if (process.listenerCount("uncaughtException") > 1) return;
		log(error instanceof Error ? (error.stack ?? error.message) : String(error), "error", "crashed");
		process.exit(1);
	});
}

/**
 * Writes a text as one event of the log. Returns what a stream's `write` returns.
 * @param {string} text @param {"error" | "warning"} [level]
 */
function log(text, level, event = "message") {
	const line = { time: new Date().toISOString(), event, level, text: text.trim() };
	return process.stdout.write(`${JSON.stringify(line)}\n`);
}
