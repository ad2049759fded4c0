let stream: NodeJS.WriteStream = process.stdout;

/** What an operator's command answers is on standard output, alone: its log goes beside it. */
export function logToStandardError(): void {
	stream = process.stderr;
}

/**
 * One JSON line per event on standard output. Fields hold no personal data: no query strings, bodies,
 * cookies, e-mails or addresses; JSON.stringify encodes line breaks, so that a value cannot forge a line.
 */
export function logEvent(
	event: string,
	fields: Record<string, string | number | boolean | undefined> = {},
): void {
	stream.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
}

/** A failure, with its stack on the server's log only. Its message, which could quote data, is left out. */
export function logFailure(
	event: string,
	error: unknown,
	fields: Record<string, string | number> = {},
): void {
	const name = error instanceof Error ? error.name : typeof error;
	const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
	const stack = error instanceof Error ? placesOf(error) : undefined;
	logEvent(event, { ...fields, level: "error", name, code, stack });
}

/** The stack without the message on top of it, which may have lines that look like places. */
function placesOf({ stack = "", message }: Error): string {
	const places = message ? stack.slice(stack.indexOf(message) + message.length) : stack;
	return places.split("\n    at ").slice(1, 8).join(" < ");
}
