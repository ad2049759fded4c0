import { codeOf } from "~/lib/files/error-code";

/** Whether an error means that the disk or the database file is broken. */
export function isBroken(error: unknown): boolean {
	return /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error) ?? "");
}

let report: ((error: unknown) => void) | undefined;

/**
 * Sets the function that is called with the first error of a broken database.
 * @param end ends the server, because the server's cached data cannot be trusted
 */
export function whenBroken(end: (error: unknown) => void): void {
	report = end;
}

/** Passes the first error of a broken database to the function that `whenBroken` has set. Ignores all other errors. */
export function reportIfBroken(error: unknown): void {
	if (!isBroken(error)) return;
	report?.(error);
	report = undefined;
}
