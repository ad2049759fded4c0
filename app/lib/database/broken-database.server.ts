/**
 * Whether an error says that the disk or the database's file is broken. A damaged search index alone (CORRUPT_VTAB) does
 * not count: a restart would not mend it, and everything but the search goes on.
 */
export function isBroken(error: unknown): boolean {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	return /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(code) && code !== "SQLITE_CORRUPT_VTAB";
}

let report: ((error: unknown) => void) | undefined;

/**
 * `end` is called, once, with the error after which nothing that this process has in memory of the database can be
 * trusted. Set by the server; an operator's command ends at its first error anyway.
 */
export function whenBroken(end: (error: unknown) => void): void {
	report = end;
}

/** Looks at an error of the database wherever one may come up. */
export function reportIfBroken(error: unknown): void {
	if (!isBroken(error)) return;
	report?.(error);
	report = undefined;
}
