/**
 * One JSON line per event on standard output. Fields hold no personal data: no query strings, bodies,
 * cookies, e-mails or addresses; JSON.stringify encodes line breaks, so that a value cannot forge a line.
 */
export function logEvent(
	event: string,
	fields: Record<string, string | number | boolean | undefined> = {},
): void {
	process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
}

/** A failure, with its stack on the server's log only. The stack's first line is dropped where it could quote data. */
export function logFailure(
	event: string,
	error: unknown,
	fields: Record<string, string | number> = {},
): void {
	const name = error instanceof Error ? error.name : typeof error;
	const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
	const stack = error instanceof Error ? error.stack?.split("\n    at ").slice(1, 8).join(" < ") : undefined;
	logEvent(event, { ...fields, level: "error", name, code, stack });
}
