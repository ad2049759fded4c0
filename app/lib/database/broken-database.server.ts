/**
 * Whether an error means that the disk or the database file is broken. A damaged search index (CORRUPT_VTAB) does not
 * count: a restart would not repair it, and everything but the search still works.
 */
export function isBroken(error: unknown): boolean {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	return /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(code) && code !== "SQLITE_CORRUPT_VTAB";
}

let report: ((error: unknown) => void) | undefined;

/**
 * Sets the function that is called with the first error that shows a broken database. The server uses this function
 * to end its process, because data cached in the process can no longer be trusted.
 */
export function whenBroken(end: (error: unknown) => void): void {
	report = end;
}

/**
 * Reports an error to the `whenBroken` function if the error shows a broken database. Called with every database
 * error.
 */
export function reportIfBroken(error: unknown): void {
	if (!isBroken(error)) return;
	report?.(error);
	report = undefined;
}
