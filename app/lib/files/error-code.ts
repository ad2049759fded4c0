/** Code of an error of the system or of SQLite, such as "ENOENT"; undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
