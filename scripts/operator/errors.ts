/** An error that the operator can correct. The message in Spanish says what is wrong and what to do. */
export class CommandError extends Error {}

/** The message of an error for the operator. Undefined for a bug in the program, whose stack is shown instead. */
export function explain(error: unknown): string | undefined {
	if (error instanceof CommandError) return error.message;
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
		return "La base de datos está ocupada: probá de nuevo en unos segundos. No se cambió nada.";
	}
	if (code === "SQLITE_FULL" || code === "ENOSPC") {
		return "No queda lugar en el disco: liberá espacio y probá de nuevo. No se cambió nada.";
	}
	if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) {
		return `El archivo de DATABASE_PATH no es una base de datos sana (${code}): restaurá una copia de seguridad.`;
	}
	if (/^(SQLITE_(READONLY|CANTOPEN|PERM)|EACCES$|EPERM$|EROFS$)/.test(code)) {
		const path = error instanceof Error && "path" in error ? ` ${String(error.path)}` : "";
		return `No hay permiso de escritura${path} (${code}): corré el comando con el usuario del servidor.`;
	}
	if (code === "ENOTDIR" || code === "EEXIST") {
		return `UPLOADS_DIR o DATABASE_PATH no es una carpeta donde hace falta una (${code}): revisá los ajustes.`;
	}
	return undefined;
}
