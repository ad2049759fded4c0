import { codeOf } from "./files/error-code";

let stream: NodeJS.WriteStream = process.stdout;

/** Writes the log to standard error. Used by commands, whose standard output contains only their result. */
export function logToStandardError(): void {
	stream = process.stderr;
}

/**
 * Logs an event as one JSON line. Fields must hold no personal data: no query strings, bodies, cookies or
 * addresses. JSON escapes line breaks, so a value cannot forge a line.
 */
export function logEvent(event: string, fields: Record<string, string | number | boolean | undefined> = {}) {
	stream.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
}

/** Logs a failure with its stack, but not its message, which could quote personal data. */
export function logFailure(event: string, error: unknown, fields: Record<string, string | number> = {}) {
	const name = error instanceof Error ? error.name : typeof error;
	const stack = error instanceof Error ? placesOf(error) : undefined;
	logEvent(event, { ...fields, level: "error", name, code: codeOf(error), stack });
}

/** Returns the stack frames without the error's message, whose lines could look like frames. */
function placesOf({ stack = "", message }: Error): string {
	const places = message ? stack.slice(stack.indexOf(message) + message.length) : stack;
	return places.split("\n    at ").slice(1, 8).join(" < ");
}
